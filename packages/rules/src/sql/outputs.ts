import type { ExpressionField, Field, Source, Statement } from './ast.ts'
import { pathOf } from './compile-fields.ts'

/**
 * Names of the outputs for templates, such as `n`, `payload.x` or `clientid`, without repeats, in the order of the
 * statement.
 * @param columnsOf the columns of an input, for `*`
 */
export function outputsOf(statement: Statement, columnsOf: (source: Source) => readonly string[]): readonly string[] {
  const columns = () => statement.sources.flatMap(columnsOf)
  if (statement.kind === 'select') return distinct(namesOf(statement.fields, columns))
  const beneath = () => [...columns(), ...namesOf(statement.fields, columns), itemOf(statement)]
  return distinct(statement.do === undefined ? beneath() : namesOf(statement.do, beneath))
}

/** Name of an item of a FOREACH in DO and INCASE. */
export function itemOf(statement: Statement): string {
  return (statement.kind === 'foreach' && statement.fields.at(-1)?.alias?.segments[0].name) || 'item'
}

/** Name of a field up to its first index: `a.b` for `a.b[1].c`. */
export function fieldName(field: ExpressionField, position: number): string {
  const { segments } = pathOf(field, position)
  const index = segments.findIndex(({ kind }) => kind === 'index')
  return segments
    .slice(0, index === -1 ? segments.length : index)
    .map((segment) => (segment.kind === 'key' ? segment.name : ''))
    .join('.')
}

function namesOf(fields: readonly Field[], all: () => readonly string[]): readonly string[] {
  return fields.flatMap((field, position) => {
    if (field.kind === 'all') return all()
    return field.expression.kind === 'missing' && field.alias === undefined ? [] : [fieldName(field, position)]
  })
}

const distinct = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '')
