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
import { defineChange, defineQuery, orIfMissing } from '../../api/index.ts'

/** Without `root` the whole configuration. */
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

/** Some brokers return JSON, which is valid HOCON. */
const toText = (body: string | object) => (typeof body === 'string' ? body : JSON.stringify(body, undefined, 2))

export interface ConfigVersionList {
  readonly data: readonly ConfigVersion[]
  /** Maximum number of versions. */
  readonly keep: number
}

/** Newest first; `versions` is undefined if the broker has no history. */
export const configVersionsQuery = defineQuery<undefined, { readonly versions: ConfigVersionList | undefined }>({
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

export interface CheckResult {
  readonly errors: readonly ConfigProblem[]
  readonly changes: readonly ConfigChange[]
}

/** Checks an import; undefined if the broker cannot check it. */
export const checkImport = defineChange<ImportArgs, CheckResult | undefined>({
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
