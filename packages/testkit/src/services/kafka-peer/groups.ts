import { errors } from './logs.ts'

interface Member {
  readonly id: string
  readonly metadata: Buffer
  readonly answer: (joined: Joined) => void
}

interface Joined {
  readonly error: number
  readonly generation: number
  readonly leader: string
  readonly id: string
  readonly members: readonly { readonly id: string; readonly metadata: Buffer }[]
}

interface Synced {
  readonly error: number
  readonly assignment: Buffer
}

/** The coordinator of one consumer group. */
export interface Group {
  readonly join: (member: Omit<Member, 'answer'>) => Promise<Joined>
  readonly sync: (id: string, generation: number, plan: ReadonlyMap<string, Buffer>) => Promise<Synced>
  /** Error code of a heartbeat or a commit. */
  readonly errorOf: (id: string, generation: number) => number
  readonly leave: (id: string) => void
  /** By topic and partition. */
  readonly offsets: Map<string, bigint>
}

/** Milliseconds for members to rejoin. Much shorter than in a real coordinator. */
const rebalanceTime = 500

/** Removes the member with its connection, so that tests need not wait for the end of its session. */
export function createGroup(): Group {
  let generation = 0
  let members = new Map<string, Member>()
  let joining = new Map<string, Member>()
  let timer: NodeJS.Timeout | undefined
  let plan: ReadonlyMap<string, Buffer> | undefined
  let waiting: (() => void)[] = []
  let hasLost = false

  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    members = joining
    joining = new Map()
    hasLost = false
    generation += 1
    plan = undefined
    const [leader = ''] = members.keys()
    const all = [...members.values()].map(({ id, metadata }) => ({ id, metadata }))
    for (const { id, answer } of members.values())
      answer({ error: errors.none, generation, leader, id, members: id === leader ? all : [] })
    release()
  }
  const release = () => {
    const [free, none] = [waiting, []]
    waiting = none
    for (const one of free) one()
  }
  const settleWhenAllAreHere = () => {
    if (joining.size > 0 && [...members.keys()].every((id) => joining.has(id))) settle()
  }
  const errorOf = (id: string, given: number) => {
    if (!members.has(id)) return errors.unknownMember
    if (given !== generation) return errors.illegalGeneration
    return hasLost || joining.size > 0 ? errors.rebalanceInProgress : errors.none
  }

  return {
    join: (member) =>
      new Promise((answer) => {
        joining.set(member.id, { ...member, answer })
        timer ??= setTimeout(settle, rebalanceTime)
        settleWhenAllAreHere()
        release() // members that wait for an assignment get an error
      }),
    async sync(id, given, made) {
      if (made.size > 0 && errorOf(id, given) === errors.none) {
        plan = made
        release()
      }
      while (!plan && errorOf(id, given) === errors.none) await new Promise<void>((done) => waiting.push(done))
      return { error: errorOf(id, given), assignment: plan?.get(id) ?? Buffer.alloc(0) }
    },
    errorOf,
    leave(id) {
      joining.delete(id)
      if (!members.delete(id)) return
      // The others share its partitions.
      hasLost = true
      settleWhenAllAreHere()
      release()
    },
    offsets: new Map(),
  }
}
