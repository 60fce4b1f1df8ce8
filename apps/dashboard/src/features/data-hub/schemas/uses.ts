import type { MessageTransformation, SchemaValidation } from '@mqdeck/contract'

/** What uses a schema. */
export interface Uses {
  readonly validations: readonly string[]
  readonly transformations: readonly string[]
  /** Rules whose SQL names the schema in a schema function. They do not prevent its deletion. */
  readonly rules: readonly string[]
}

interface Users {
  readonly validations: readonly SchemaValidation[]
  readonly transformations: readonly MessageTransformation[]
  readonly rules: readonly { readonly id: string; readonly sql: string }[]
}

export function usesOf(schema: string, { validations, transformations, rules }: Users): Uses {
  return {
    validations: validations
      .filter(({ checks }) => checks.some((check) => check.schema === schema))
      .map(({ name }) => name),
    transformations: transformations
      .filter((one) => one.payload_decoder.schema === schema || one.payload_encoder.schema === schema)
      .map(({ name }) => name),
    rules: rules.filter(({ sql }) => namedIn(sql).has(schema)).map(({ id }) => id),
  }
}

/** Schemas that a statement names as text: `schema_decode('a', payload)`. */
const namedIn = (sql: string): ReadonlySet<string> =>
  new Set([...sql.matchAll(/\bschema_\w+\s*\(\s*'([^']*)'/g)].map(([, name = '']) => name))

/** Names of the messages in the text of a .proto file, with those around them: `Outer.Inner`. */
export function messageTypesIn(proto: string): readonly string[] {
  const code = proto.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  const prefix = /\bpackage\s+([\w.]+)\s*;/.exec(code)?.[1]
  const around: (string | undefined)[] = []
  const found: string[] = []
  for (const [token, name] of code.matchAll(/\bmessage\s+(\w+)\s*\{|\{|\}/g)) {
    if (token === '}') around.pop()
    else {
      around.push(name)
      if (name !== undefined) found.push([prefix, ...around].filter((one) => one !== undefined).join('.'))
    }
  }
  return found
}
