import { resolve } from 'node:path'
import { hasCode } from '@mqdeck/contract'
import { readNamedFile, SettingsError } from '@mqdeck/kit'
import { alwaysConnected } from '../../authn/always-connected.ts'
import type { AuthzBackend, AuthzContext, AuthzSource } from '../port.ts'
import { compileRule } from '../rules/compile.ts'
import type { AclRule } from '../rules/rule.ts'
import { createRuleSet } from '../rules/rule-set.ts'
import { defaultRules } from './default-rules.ts'
import { defaultPath, type FileSettings, file as manifest } from './manifest.ts'
import { parseAcl } from './parse-acl.ts'
import { printRule } from './print-acl.ts'

export const runtime = {
  manifest,
  async create(settings: FileSettings, { folder }: Pick<AuthzContext, 'folder'>): Promise<AuthzSource> {
    const text = await rulesOf(settings, folder)
    const { rules: placed, problems } = parseAcl(text)
    const [problem] = problems
    if (problem) throw new SettingsError('rules', `line ${problem.line}, column ${problem.column}: ${problem.message}`)
    const rules = createRuleSet(placed.map(({ rule }) => compileRule(rule)))
    const lineOf = (rule: AclRule) => {
      const from = placed.find((one) => one.rule === rule)?.from ?? 0
      return text.slice(0, from).split('\n').length
    }
    return {
      ...alwaysConnected,
      ruleCount: () => rules.size,
      authorize(client, action, note) {
        const found = rules.find(client, action)?.rule
        if (found) note?.('matching rule', `line ${lineOf(found)}: ${printRule(found)}`)
        else note?.('no rule matches')
        return found?.permission ?? 'nomatch'
      },
    }
  },
} satisfies AuthzBackend<FileSettings, Promise<AuthzSource>>

const maxFileBytes = 16 * 1024 * 1024

/**
 * The ACL text itself. If EMQX's default file is configured and missing, our default rules apply. @throws
 * {SettingsError} (rejects) if the file cannot be read
 */
export async function rulesOf(
  { rules, path = defaultPath }: Pick<FileSettings, 'rules' | 'path'>,
  folder: string,
): Promise<string> {
  if (rules !== undefined) return rules
  const name = resolve(folder, path.replaceAll('${EMQX_ETC_DIR}', folder))
  try {
    return await readNamedFile(name, { maxBytes: maxFileBytes })
  } catch (error) {
    if (path === defaultPath && isMissing(error)) return defaultRules
    throw new SettingsError('path', `the file ${path} cannot be read`, { cause: error })
  }
}

const isMissing = (error: unknown) => hasCode(error, 'ENOENT')
