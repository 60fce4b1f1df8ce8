import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { AuthorizationRule } from '@mqdeck/contract'
import type { Store, Table } from '@mqdeck/kit'
import { type CompiledAclRule, compileRule, matchRules } from '../rules/compile.ts'
import { ruleFromRow } from '../rules/row.ts'

/** The clients that rules of the built-in database apply to. */
export type RuleOwner = readonly ['clientid' | 'username', string] | readonly ['all']

export interface OwnedRules {
  readonly owner: RuleOwner
  readonly rules: readonly AuthorizationRule[]
}

/** Rules for clients, users and everyone, stored in the broker. */
export interface StoredRules {
  get(owner: RuleOwner): readonly AuthorizationRule[] | undefined
  /** Ordered by name. */
  entries(kind: RuleOwner[0]): Iterable<OwnedRules>
  /** Saves all or none. Replaces existing rules. Rejects with a RangeError if a name is too long. */
  put(entries: readonly OwnedRules[]): Promise<void>
  remove(owner: RuleOwner): Promise<void>
  removeAll(): Promise<void>
  /** Number of clients and users with rules, plus one for everyone; EMQX reports it as the number of rules. */
  count(): number
  /** The first matching rule: of the client, then of the user, then for everyone. */
  find(client: ClientInfo, action: AuthorizeAction): CompiledAclRule | undefined
}

/** Maximum number of clients and users whose compiled rules, or lack of rules, are cached. */
const maxReady = 10_000

const keyOf = (owner: RuleOwner): readonly string[] => owner

/** @param onChange called when rules have changed */
export function openStoredRules(store: Store, onChange: () => void): StoredRules {
  const table: Table<readonly AuthorizationRule[]> = store.table('authz_rules')
  let ready = new Map<string, readonly CompiledAclRule[]>()

  const changed = () => {
    ready = new Map()
    onChange()
  }

  return {
    get: (owner) => table.get(keyOf(owner)),
    entries,
    async put(entries) {
      await store.batch(() => {
        for (const { owner, rules } of entries) void table.put(keyOf(owner), rules)
      })
      changed()
    },
    async remove(owner) {
      await table.remove(keyOf(owner))
      changed()
    },
    async removeAll() {
      const keys = Array.from(table.entries(), ({ key }) => key)
      await store.batch(() => {
        for (const key of keys) void table.remove(key)
      })
      changed()
    },
    count: () => table.count(),
    find(client, action) {
      return (
        matchRules(compiled('clientid', client.clientId), client, action) ??
        (client.username === undefined
          ? undefined
          : matchRules(compiled('username', client.username), client, action)) ??
        matchRules(compiled('all'), client, action)
      )
    },
  }

  function* entries(kind: RuleOwner[0]): Iterable<OwnedRules> {
    for (const { key, value } of table.entries({ start: [kind], end: [kind, '\uffff'] })) {
      const [, name] = Array.isArray(key) ? key : [key]
      yield { owner: kind === 'all' ? [kind] : [kind, String(name)], rules: value }
    }
  }

  function compiled(...[kind, name]: ['all'] | ['clientid' | 'username', string]): readonly CompiledAclRule[] {
    const id = name === undefined ? kind : `${kind} ${name}`
    const known = ready.get(id)
    if (known) return known
    const rules = table.get(name === undefined ? [kind] : [kind, name]) ?? []
    const made = rules.map((rule) => compileRule(ruleFromRow({ ...rule })))
    if (ready.size >= maxReady) ready = new Map()
    ready.set(id, made)
    return made
  }
}
