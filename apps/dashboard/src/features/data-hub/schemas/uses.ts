import { type MessageTransformation, type Rule, type SchemaValidation, schemasInSql } from '@mqdeck/contract'
import type { Binding } from '../decoders/bindings.ts'

export interface SchemaUse {
  readonly kind: 'rule' | 'validation' | 'transformation' | 'decoder'
  /** ID, name or topic filter. */
  readonly name: string
}

/** By the name of the schema. */
export type SchemaUses = ReadonlyMap<string, readonly SchemaUse[]>

export function usesOf(
  rules: readonly Pick<Rule, 'id' | 'sql'>[],
  validations: readonly Pick<SchemaValidation, 'name' | 'checks'>[],
  transformations: readonly Pick<MessageTransformation, 'name' | 'payload_decoder' | 'payload_encoder'>[],
): SchemaUses {
  const uses = new Map<string, SchemaUse[]>()
  const add = (kind: SchemaUse['kind'], name: string, schemas: readonly (string | undefined)[]) => {
    for (const schema of new Set(schemas))
      if (schema !== undefined) uses.set(schema, [...(uses.get(schema) ?? []), { kind, name }])
  }
  for (const { id, sql } of rules) add('rule', id, schemasInSql(sql))
  for (const { name, checks } of validations)
    add('validation', name, [
      ...checks.map(({ schema }) => schema),
      ...checks.flatMap(({ sql }) => (sql === undefined ? [] : schemasInSql(sql))),
    ])
  for (const { name, payload_decoder, payload_encoder } of transformations)
    add('transformation', name, [payload_decoder.schema, payload_encoder.schema])
  return uses
}

/** With payload decoders. */
export function allUsesOf(name: string, uses: SchemaUses, bindings: readonly Binding[]): readonly SchemaUse[] {
  const decoders = bindings.flatMap(({ filter, decoder }): readonly SchemaUse[] =>
    decoder.format === 'schema' && decoder.schema === name ? [{ kind: 'decoder', name: filter }] : [],
  )
  return [...(uses.get(name) ?? []), ...decoders]
}
