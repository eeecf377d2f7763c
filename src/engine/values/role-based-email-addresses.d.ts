// The kept list of mailbox names of functions, which comes without types.
declare module 'role-based-email-addresses' {
  const names: readonly string[]
  export default names
}
