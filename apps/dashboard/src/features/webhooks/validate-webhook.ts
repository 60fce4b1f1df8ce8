import { isRecord, valueAt } from '../../lib/json-path.ts'
import type { Fault } from '../../schema-form/index.ts'

/**
 * Checks that the schema does not contain.
 * @param taken names of other webhooks; undefined for an existing webhook
 */
export function faultsOf(value: unknown, taken: readonly string[] | undefined): readonly Fault[] {
  const faults: Fault[] = []
  const name = isRecord(value) && typeof value.name === 'string' ? value.name : ''
  // The suffix `_WH_D` needs 5 of the 255 characters.
  if (taken && !/^[A-Za-z0-9][A-Za-z0-9_-]{0,249}$/.test(name)) faults.push({ path: ['name'], text: texts.name })
  else if (taken?.includes(name)) faults.push({ path: ['name'], text: texts.taken })
  if (!isRecord(value) || typeof value.sql !== 'string' || value.sql.trim() === '')
    faults.push({ path: ['sql'], text: texts.events })
  const url = valueAt(value, ['connector', 'url'])
  const address = typeof url === 'string' ? url : ''
  if (!/^https?:\/\/[^/?#\s]+/i.test(address)) faults.push({ path: ['connector', 'url'], text: texts.url })
  const isSecure = valueAt(value, ['connector', 'ssl', 'enable']) === true
  if (/^https:/i.test(address) && !isSecure) faults.push({ path: ['connector', 'ssl', 'enable'], text: texts.secure })
  return faults
}

const texts = {
  name: {
    en: 'Use letters, digits, _ and -, up to 250 characters. Start with a letter or a digit.',
    zh: '由字母、数字、_ 和 - 组成，最多 250 个字符，以字母或数字开头。',
  },
  taken: {
    en: 'A webhook with this name already exists. Choose another name.',
    zh: '已存在同名的 Webhook，请使用其他名称。',
  },
  events: { en: 'Select at least one event.', zh: '请至少选择一个事件。' },
  url: {
    en: 'Enter a URL that starts with http:// or https:// and has a host name.',
    zh: '请输入以 http:// 或 https:// 开头并包含主机名的 URL。',
  },
  secure: { en: 'The URL starts with https. Enable TLS.', zh: 'URL 以 https 开头，请启用 TLS。' },
} as const
