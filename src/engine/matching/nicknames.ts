// Short forms of given names, so that Bob and Robert count as near.

const GROUPS = `
robert rob bob bobby robbie bert|william will bill billy willy liam|richard rick dick ricky rich|james jim jimmy jamie|john jack johnny jon
jonathan jon johnny|michael mike mick mikey|edward ed eddie ted ned|thomas tom tommy|charles charlie chuck chas|joseph joe joey|david dave davy
daniel dan danny|matthew matt|andrew andy drew|christopher chris kit|anthony tony|steven stephen steve|patrick pat paddy|peter pete|samuel sam
benjamin ben benny|alexander alex sandy alec|nicholas nick nicky|gregory greg|jeffrey geoffrey jeff geoff|kenneth ken kenny|ronald ron ronnie
donald don donny|timothy tim timmy|lawrence laurence larry|raymond ray|gerald jerry gerry|theodore ted theo|frederick fred freddie|henry harry hank
harold harry hal|albert al bert|alfred al fred alfie|arthur art|leonard len leo lenny|vincent vince|walter walt wally|zachary zach zack|nathaniel nathan nate
joshua josh|phillip philip phil|douglas doug|eugene gene|francis frank|franklin frank|stanley stan|raphael rafael raf|maximilian max|sebastian seb basti
elizabeth liz beth betty eliza lizzie lisa|margaret maggie meg peggy marge greta|katherine catherine kathryn kate katie cathy kathy kitty|mary molly polly mia
patricia pat patty tricia trish|jennifer jen jenny|jessica jess jessie|susan sue susie|deborah debra deb debbie|barbara barb babs|christine christina chris tina chrissy
rebecca becky becca|victoria vicky tori|alexandra alex sandra sandy lexi|samantha sam|stephanie steph|kimberly kim|cynthia cindy|pamela pam|sandra sandy
theresa teresa terry tess|judith judy|dorothy dot dolly|virginia ginny|abigail abby|amanda mandy|angela angie|charlotte lottie charlie|eleanor ellie nell nora
gabriella gabriele gabby|isabella isabel bella izzy|jacqueline jackie|josephine jo josie|madeleine maddie|natalie nat|olivia liv|penelope penny|valerie val
johannes hans hannes|josef sepp jupp|heinrich heinz heiner|friedrich fritz|wilhelm willi|ludwig lutz|katharina kathi käthe|elisabeth lisa elsa|francisco paco pancho
jose pepe|ignacio nacho|enrique quique|giuseppe beppe pino|giovanni gianni|luigi gigi|jean-paul jp|dmitri dima mitya|alexei alyosha|mikhail misha|ivan vanya
howard howie|muhammad mohammed mohamed muhammed mohammad mohamad mhd|ahmed ahmad|yusuf youssef yousef|hussein hussain husain|sarah sara sahra|catalina cata
sergei sergey serge|yuri yury|nikolai nikolay kolya|vladimir volodya vova|anastasia nastya|ekaterina katya|tatiana tanya|svetlana sveta|jean-pierre jp|francois fanfan
`

const groupsOf = new Map<string, number[]>()
for (const [number, group] of GROUPS.trim().split(/[|\n]/).entries())
  for (const name of group.trim().split(' ')) groupsOf.set(name, [...(groupsOf.get(name) ?? []), number])

/** Peggie is written Peggy, too. */
const groupsNamed = (name: string) => groupsOf.get(name) ?? groupsOf.get(name.replace(/(ie|ey|i)$/, 'y'))

export function areNicknames(a: string, b: string): boolean {
  const groups = groupsNamed(a)
  return groups?.some((group) => groupsNamed(b)?.includes(group)) ?? false
}

/** One name for all short forms of it, for blocking; the name itself where it has none. */
export function nameFamily(name: string): string {
  const group = groupsNamed(name)?.[0]
  return group === undefined ? name : `~${group}`
}
