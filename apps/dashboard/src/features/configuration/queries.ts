import {
  type Call,
  type ConfigChange,
  type ConfigProblem,
  type ConfigVersion,
  checkConfigs,
  configurationRoots,
  getConfigs,
  getConfigVersion,
  listConfigVersions,
  restoreConfigVersion,
  updateConfigs,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../data/index.ts'

/** Undefined: all of it. */
export interface ConfigTextArgs {
  readonly root?: string | undefined
  readonly node?: string | undefined
}

/** The running configuration as HOCON; secrets are `******`. */
export const configTextQuery = defineQuery<ConfigTextArgs, string>({
  name: 'config-text',
  load: (call, { root, node }, signal) => readText(call, root, node, signal),
})

async function readText(
  call: Call,
  root: string | undefined,
  node: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const key = configurationRoots.find((name) => name === root)
  return toText(await call(getConfigs, { query: { ...(key && { key }), ...(node !== undefined && { node }) }, signal }))
}

/** Who prefers JSON all the same gets it printed: it is HOCON too. */
const toText = (body: string | object) => (typeof body === 'string' ? body : JSON.stringify(body, undefined, 2))

export interface Versions {
  readonly data: readonly ConfigVersion[]
  /** How many are kept. */
  readonly keep: number
}

/** Newest first; undefined inside where the broker keeps no history. */
export const configVersionsQuery = defineQuery<undefined, { readonly versions: Versions | undefined }>({
  name: 'config-versions',
  load: async (call, _args, signal) => ({
    versions: await orIfMissing(call(listConfigVersions, { signal }), undefined),
  }),
})

export const configVersionQuery = defineQuery<number, string>({
  name: 'config-version',
  load: async (call, version, signal) => toText(await call(getConfigVersion, { params: { version }, signal })),
})

export const restoreVersion = defineChange<number, unknown>({
  apply: (call, version) => call(restoreConfigVersion, { params: { version } }),
  invalidates: [configTextQuery, configVersionsQuery, configVersionQuery],
})

export interface ImportArgs {
  readonly text: string
  readonly mode: 'merge' | 'replace'
  readonly ignoreReadOnly: boolean
}

export interface Checked {
  readonly errors: readonly ConfigProblem[]
  readonly changes: readonly ConfigChange[]
}

/** What an import would change; undefined where the broker cannot say before. */
export const checkImport = defineChange<ImportArgs, Checked | undefined>({
  apply: (call, args) => orIfMissing(call(checkConfigs, toRequest(args)), undefined),
  invalidates: [],
})

export const importConfig = defineChange<ImportArgs, unknown>({
  apply: (call, args) => call(updateConfigs, toRequest(args)),
  invalidates: [configTextQuery, configVersionsQuery, configVersionQuery],
})

const toRequest = ({ text, mode, ignoreReadOnly }: ImportArgs) => ({
  query: { mode, ignore_readonly: ignoreReadOnly },
  body: text,
})
