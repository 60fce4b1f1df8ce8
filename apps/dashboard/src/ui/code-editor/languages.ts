import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from './types.ts'

const languages: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  sql: async () => (await import('./sql.ts')).sqlLanguage,
  hocon: async () => (await import('./hocon.ts')).hoconLanguage,
  acl: async () => (await import('./acl.ts')).aclLanguage,
  text: async () => [],
}

export function loadLanguage(name: CodeLanguage): Promise<Extension> {
  return languages[name]()
}
