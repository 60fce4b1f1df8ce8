import { type AnyStruct, isSecretName, type Kind } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { rootKinds } from './roots.ts'

/** All structs of connectors, actions, sources, authenticators, ACL sources, gateways, listeners and the other roots. */
function structsIn(kinds: readonly Kind[]): ReadonlySet<AnyStruct> {
  const found = new Set<AnyStruct>()
  const add = ({ structs }: Pick<Kind, 'structs'>) => {
    for (const one of structs) {
      if (found.has(one)) continue
      found.add(one)
      for (const { kind } of Object.values(one.fields)) add(kind)
    }
  }
  for (const kind of kinds) add(kind)
  return found
}

const isText = ({ wire, structs }: Kind) => structs.length === 0 && (wire.type === 'string' || wire.oneOf !== undefined)
const isDeclared = ({ secret, wire }: Kind) => secret !== undefined || wire.format === 'password'

test('every text field with the name of a secret is declared as a secret', () => {
  const structs = structsIn(Object.values(rootKinds) as readonly Kind[])
  expect(structs.size).toBeGreaterThan(200)
  const open = [...structs].flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([field, { kind }]) => isSecretName(field) && isText(kind) && !isDeclared(kind))
      .map(([field]) => `${name}.${field}`),
  )
  expect(open).toEqual([])
})
