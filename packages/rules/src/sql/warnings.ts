import type { Text } from '@mqdeck/contract'
import type { Expression, PathExpression, Source, SqlProblem, Statement } from './ast.ts'
import { fieldName, itemOf } from './outputs.ts'
import { problemAt } from './problem.ts'
import { expressionsOf } from './walk.ts'

/**
 * Finds valid SQL that is most likely a mistake: names that are neither a column nor an alias and therefore undefined,
 * such as strings in double quotes.
 * @param columnsOf the columns of an input
 */
export function findWarnings(
  statement: Statement,
  columnsOf: (source: Source) => readonly string[],
): readonly SqlProblem[] {
  const known = new Set([...alwaysKnown, ...statement.sources.flatMap(columnsOf), ...aliasesOf(statement)])
  return [...expressionsOf(statement)].filter(isPath).flatMap((path) => {
    const [root] = path.segments
    if (known.has(root.name) || root.name === '') return []
    return [problemAt(statement.text, root, unknownName(root.name, path, statement.text))]
  })
}

/** Used in conditions such as `payload.x = undefined`. */
const alwaysKnown = ['undefined', 'null', 'metadata']

const isPath = (expression: Expression): expression is PathExpression => expression.kind === 'path'

function aliasesOf(statement: Statement): readonly string[] {
  const fields = statement.kind === 'foreach' ? [...statement.fields, ...(statement.do ?? [])] : statement.fields
  const names = fields.flatMap((field, position) =>
    field.kind === 'field' && field.alias !== undefined ? [fieldName(field, position).split('.')[0] ?? ''] : [],
  )
  return statement.kind === 'foreach' ? [...names, itemOf(statement)] : names
}

function unknownName(name: string, { segments }: PathExpression, text: string): Text {
  if (segments.length > 1 || text[segments[0].from] !== '"') {
    return {
      en: `No input has a column ${name}. Its value is undefined.`,
      zh: `数据输入中没有字段 ${name}，其值为 undefined。`,
    }
  }
  return {
    en: `No input has a column "${name}". Use single quotes for a string: '${name}'`,
    zh: `数据输入中没有字段 "${name}"。字符串请用单引号：'${name}'`,
  }
}
