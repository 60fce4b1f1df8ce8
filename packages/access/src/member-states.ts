import type { ResourceState } from '@mqdeck/kit'

/** The state of a member of a chain. */
interface Watched {
  state(): ResourceState
  onStateChange?(listener: (state: ResourceState) => void): () => void
}

/** Gets the state of a member; undefined when the member was removed. */
export type MemberListener = (id: string, state: ResourceState | undefined) => void

/** The states of the current members of a chain. */
export interface MemberStates {
  /** Sets the current members. Members with the same object as before cause no call of the listeners. */
  update(members: readonly { readonly id: string; readonly member: Watched }[]): void
  /** Returns a function that unsubscribes. */
  readonly onChange: (listener: MemberListener) => () => void
}

export function createMemberStates(): MemberStates {
  const listeners = new Set<MemberListener>()
  const tell: MemberListener = (id, state) => {
    for (const listener of [...listeners]) listener(id, state)
  }
  let watched = new Map<Watched, { readonly id: string; readonly end: () => void }>()

  return {
    update(members) {
      const before = watched
      const now = new Set(members.map(({ member }) => member))
      for (const [member, { id, end }] of before) {
        if (now.has(member)) continue
        end()
        tell(id, undefined)
      }
      watched = new Map(members.map(({ id, member }) => [member, before.get(member) ?? { id, end: watch(id, member) }]))
      for (const { id, member } of members) if (!before.has(member)) tell(id, member.state())
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  function watch(id: string, member: Watched): () => void {
    return member.onStateChange?.((state) => tell(id, state)) ?? (() => {})
  }
}
