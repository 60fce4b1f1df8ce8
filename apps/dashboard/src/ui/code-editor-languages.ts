import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from './code-editor-types.ts'

const languages: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  sql: async () => {
    const { SQLDialect } = await import('@codemirror/lang-sql')
    return SQLDialect.define({ keywords: ruleKeywords, builtin: '', types: '' }).language
  },
  hocon: async () => (await import('./code-editor-hocon.ts')).hoconLanguage,
  text: async () => [],
}

export function loadLanguage(name: CodeLanguage): Promise<Extension> {
  return languages[name]()
}

/** Of the rule engine's SQL, which is less and more than the standard's. */
const ruleKeywords =
  'select from where as and or not in case when then else end foreach do incase div mod true false null undefined'
