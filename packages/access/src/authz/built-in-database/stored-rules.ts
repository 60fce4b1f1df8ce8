import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { AuthorizationRule } from '@mqdeck/contract'
import type { Store, Table } from '@mqdeck/kit'
import { type CompiledRule, compileRule, matchRules } from '../rules/compile.ts'
import { ruleFromRow } from '../rules/row.ts'

/** Whom rules of the built-in database are for. */
export type RuleOwner = readonly ['clientid' | 'username', string] | readonly ['all']

export interface OwnedRules {
  readonly owner: RuleOwner
  readonly rules: readonly AuthorizationRule[]
}

/** Rules for clients, users and everybody, kept by the broker. */
export interface StoredRules {
  get(owner: RuleOwner): readonly AuthorizationRule[] | undefined
  /** In the order of the names. */
  entries(kind: RuleOwner[0]): Iterable<OwnedRules>
  /** All or none; whoever has rules already gets these instead. Rejects with a RangeError when a name is too long. */
  put(entries: readonly OwnedRules[]): Promise<void>
  remove(owner: RuleOwner): Promise<void>
  removeAll(): Promise<void>
  /** How many clients and users have rules, everybody being one more; what EMQX calls the count of rules. */
  count(): number
  /** The first rule that matches: those of the client, then of the user, then of everybody. */
  find(client: ClientInfo, action: AuthorizeAction): CompiledRule | undefined
}

/** Clients and users whose rules, or whose lack of rules, are kept ready. */
const mostReady = 10_000

const keyOf = (owner: RuleOwner): readonly string[] => owner

/** @param onChange called when rules have changed */
export function openStoredRules(store: Store, onChange: () => void): StoredRules {
  const table: Table<readonly AuthorizationRule[]> = store.table('authz_rules')
  let ready = new Map<string, readonly CompiledRule[]>()

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

  function compiled(...[kind, name]: ['all'] | ['clientid' | 'username', string]): readonly CompiledRule[] {
    const id = name === undefined ? kind : `${kind} ${name}`
    const known = ready.get(id)
    if (known) return known
    const rules = table.get(name === undefined ? [kind] : [kind, name]) ?? []
    const made = rules.map((rule) => compileRule(ruleFromRow({ ...rule })))
    if (ready.size >= mostReady) ready = new Map()
    ready.set(id, made)
    return made
  }
}
