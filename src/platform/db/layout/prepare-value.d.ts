// What pg does to a value before it is sent, which its types leave out.
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): unknown }
  export default utils
}
