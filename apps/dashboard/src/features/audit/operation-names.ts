import type { Locale } from '../../i18n/index.ts'
import { operationTitles } from './operation-titles.build.ts'

type Names = Readonly<Record<Locale, string>>

const named = (en: string, zh: string): Names => ({ en, zh })

/** Names of operations by method and path as in the audit log. Includes an operation that only other brokers have. */
export const operationNames: Readonly<Record<string, Names>> = {
  ...operationTitles,
  'PUT /configs/file_transfer': named('Change file transfer settings', '修改文件传输设置'),
}

/** Names of commands of the command line. */
const commandNames: Readonly<Record<string, Names>> = {
  'reset-password': named('Reset password', '重置密码'),
  'plugins allow': named('Allow plugin', '允许安装插件'),
  'plugins disallow': named('Disallow plugin', '禁止安装插件'),
}

interface Operation {
  readonly operation_id: string
  readonly http_method: string
  readonly operation_type: string
}

/** The name of an operation. Unknown operations are named after method and path: `Update rules › settings`. */
export function operationName({ operation_id, http_method, operation_type }: Operation, locale: Locale): string {
  if (operation_id === '') return commandNames[operation_type]?.[locale] ?? operation_type
  const known = operationNames[`${http_method.toUpperCase()} ${operation_id}`]
  if (known) return known[locale]
  const segments = operation_id.split('/').filter((part) => part !== '' && !part.startsWith(':'))
  const verb = verbs[http_method]?.[locale] ?? http_method
  return [verb, segments.map((segment) => segment.replaceAll('_', ' ')).join(' › ')]
    .filter((part) => part !== '')
    .join(' ')
}

const verbs: Readonly<Record<string, Names>> = {
  post: named('Call', '调用'),
  put: named('Update', '更新'),
  delete: named('Delete', '删除'),
}
