import type { Fields } from '../struct/index.ts'

/** Check of a struct with locked fields: rejects values of them that differ from the default. */
export function unchanged<F extends Fields>(fields: F) {
  return (value: object, refuse: (field: string, reason: string) => void): void => {
    for (const [key, one] of Object.entries(value)) {
      const field = fields[key]
      if (field?.readOnly && field.kind.toPlain(one) !== field.kind.toPlain(field.default))
        refuse(key, `cannot be changed on this broker, it must stay ${String(field.default)}`)
    }
  }
}
