import { join } from 'node:path'

/** Replaces EMQX's folder variables in all texts of the value: `${EMQX_ETC_DIR}` is the data folder. */
export function withFolder<T>(value: T, folder: string): T {
  return replace(value, folder) as T // the same shape with other texts
}

function replace(value: unknown, folder: string): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('${EMQX_ETC_DIR}', folder).replaceAll('${EMQX_LOG_DIR}', join(folder, 'log'))
  }
  if (Array.isArray(value)) return value.map((one) => replace(one, folder))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner, folder)]))
}
