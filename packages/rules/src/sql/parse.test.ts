import { describe, expect, test } from 'vitest'
import type { Expression } from './ast.ts'
import { parseExpression, parseSql } from './parse.ts'

/** An expression with all brackets. */
function shape(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? `'${expression.value}'` : `${expression.value}`
    case 'path':
      return expression.segments
        .map((segment) => {
          if (segment.kind === 'key') return `.${segment.name}`
          return `[${typeof segment.at === 'object' ? shape(segment.at) : segment.at}]`
        })
        .join('')
    case 'range':
      return `[${expression.first}..${expression.last}]`
    case 'slice':
      return `${shape(expression.of)}[${expression.first}..${expression.last}]`
    case 'list':
      return `[${expression.items.map(shape).join(' ')}]`
    case 'sign':
      return `(${expression.operator}${shape(expression.operand)})`
    case 'arithmetic':
    case 'comparison':
      return `(${shape(expression.left)} ${expression.operator} ${shape(expression.right)})`
    case 'logic':
      return `(${expression.operands.map(shape).join(` ${expression.operator} `)})`
    case 'not':
      return `(not ${shape(expression.operand)})`
    case 'in':
      return `(${shape(expression.details)} ${expression.isNegated ? 'not in' : 'in'} ${expression.choices.map(shape)})`
    case 'case': {
      const { details, branches, otherwise } = expression
      const whens = branches.map(({ when, result }) => `${shape(when)}:${shape(result)}`)
      return `case(${details ? shape(details) : ''} ${whens} ${otherwise ? shape(otherwise) : ''})`
    }
    case 'call':
      return `${expression.name}(${expression.args.map(shape)})`
    case 'missing':
      return '?'
  }
}

const messages = (sql: string) =>
  parseSql(sql).problems.map(({ line, column, message }) => `${line}:${column} ${message.en}`)

describe('An expression', () => {
  test.each([
    ['z + x * y', '(.z + (.x * .y))'],
    ['(z + x) * y', '((.z + .x) * .y)'],
    ['a - b - c', '((.a - .b) - .c)'],
    ['a-1', '(.a - 1)'],
    ['a / b div c mod d', '(((.a / .b) div .c) mod .d)'],
    ['- a + - -1', '((-.a) + (-(-1)))'],
    ['-a * b', '((-.a) * .b)'],
    ['a = 1 and b < 2 or not c != 3', '(((.a = 1) and (.b < 2)) or (not (.c != 3)))'],
    ['a and (b or c) and d', '(.a and (.b or .c) and .d)'],
    ['not a in (1, 2)', '(not (.a in 1,2))'],
    ["a not in ('x')", "(.a not in 'x')"],
    ["topic =~ 't/#'", "(.topic =~ 't/#')"],
    ['a <> 1', '(.a <> 1)'],
    ['a.b.c', '.a.b.c'],
    ['a[1][-2].b[c][0][-0]', '.a[1][-2].b[.c][head][tail]'],
    ['a[e.f[1]]', '.a[.e.f[1]]'],
    ['a.1.\'b c\'."d"', '.a.1.b c.d'],
    ['"a b".c', '.a b.c'],
    ['a[1..3]', '.a[1..3]'],
    ['a.e[1][2..-1]', '.a.e[1][2..-1]'],
    ['[1..3]', '[1..3]'],
    ['[-3 .. -1]', '[-3..-1]'],
    ['[]', '[]'],
    ["[a, 1, 'b', [3, 3.4], 1 + 1]", "[.a 1 'b' [3 3.4] (1 + 1)]"],
    ['case when a > b then 1 else 2 end', 'case( (.a > .b):1 2)'],
    ['CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 END', 'case(.a 1:2,3:4 )'],
    ['nth(1, a)', 'nth(1,.a)'],
    ['f(g(), -1, a = 1, case when a then b end)', 'f(g(),(-1),(.a = 1),case( .a:.b ))'],
    ['div(7, 2) div mod', '(div(7,2) div .mod)'],
    ["'it''s'", "'it''s'"],
    ["'a\\'", "'a\\'"],
    ['true = false', '(true = false)'],
    ['true.x', '.true.x'],
    ['1.5e3 + 1e2', '(1500 + 100)'],
    ['123456789012345678901', '123456789012345678901'],
    ['a$b@c~d_', '.a$b@c~d_'],
  ])('%s is %s', (text, expected) => {
    const { expression, problems } = parseExpression(text)
    expect(problems).toEqual([])
    expect(shape(expression)).toBe(expected)
    expect(expression).toMatchObject({ from: text.startsWith('(') ? 1 : 0 })
  })
})

describe('A statement', () => {
  test('has its pieces at their places', () => {
    const sql = 'SELECT a.b AS c, *\nFROM "t/#", $x WHERE 1'.replace('$x', '"$events/client_connected"')
    const { statement, problems } = parseSql(sql)
    const text = ({ from, to }: { readonly from: number; readonly to: number }) => sql.slice(from, to)
    expect(problems).toEqual([])
    expect(statement && text(statement)).toBe(sql)
    expect(statement?.fields.map(text)).toEqual(['a.b AS c', '*'])
    expect(statement?.sources.map(text)).toEqual(['"t/#"', '"$events/client_connected"'])
    expect(statement?.where && text(statement.where)).toBe('1')
    const [field] = statement?.fields ?? []
    if (field?.kind !== 'field' || field.expression.kind !== 'path') throw new Error('no path')
    expect(field.expression.segments.map(text)).toEqual(['a', 'b'])
    expect(field.alias && text(field.alias)).toBe('c')
  })

  test.each([
    ['SELECT * FROM abc', [['topic', 'abc']]],
    [
      'select 1 from \'t/tt\', "$events/client_connected"',
      [
        ['topic', 't/tt'],
        ['event', '$events/client_connected'],
      ],
    ],
    [
      'select 1 from "$bridges/mqtt:in", "a b/+/#", "$SYS/#"',
      [
        ['bridge', '$bridges/mqtt:in'],
        ['topic', 'a b/+/#'],
        ['topic', '$SYS/#'],
      ],
    ],
  ])('%s has its sources', (sql, sources) => {
    const { statement, problems } = parseSql(sql)
    expect(problems).toEqual([])
    expect(statement?.sources.map(({ kind, text }) => [kind, text])).toEqual(sources)
  })

  test.each([
    'foreach a from t',
    'FOREACH a as b DO b.x as x, * INCASE b.y > 1 FROM "t" WHERE c = 1',
    'foreach range(1, 2) as list, list incase a <> 1 from t',
    'select a b, c as d.e[1], d as f[-0] from t',
    'select -- one\n 1 /* two */ from t -- three',
    '  \n select 1 from t \n ',
    'SeLeCt 1 FrOm t WhErE nOt a',
  ])('%j is right', (sql) => {
    expect(messages(sql)).toEqual([])
  })

  test.each([
    ['', '1:1 Expected SELECT or FOREACH, found the end of the statement'],
    ['SELEC nothing', '1:1 Expected SELECT or FOREACH, found SELEC'],
    ['select from t', '1:8 Expected an expression, found FROM'],
    ['select a', '1:9 Expected FROM, found the end of the statement'],
    ['select a where b', '1:10 Expected FROM, found WHERE'],
    ['select a,\n  from t', '2:3 Expected an expression, found FROM'],
    ['select a from', '1:14 Expected a topic, an event or a source in double quotes, found the end of the statement'],
    ['select a from t u', '1:17 Expected a comma, WHERE or the end of the statement, found u'],
    ['select a from t where', '1:22 Expected an expression, found the end of the statement'],
    ['select a from t where a == 1', '1:25 Write = instead of =='],
    ["select a from t where a ~= 'x'", '1:25 Write =~ instead of ~='],
    ["select a from t where a like 'x'", '1:25 Expected AND, OR or the next clause, found like'],
    ['select a from t where a = 1 = 2', '1:29 Comparisons cannot be chained. Join them with AND.'],
    ['select a from t;', '1:16 Unexpected character ;'],
    ["select 'a from t", "1:8 A closing ' is missing"],
    ['select a /* from t', '1:10 A closing */ is missing'],
    ['select a.1.100 from t', "1:10 This key is ambiguous. Put it in quotes, as in '1.100'."],
    ['select 1.b from t', '1:9 Expected a comma or the next clause, found .'],
    ['select a[1].[2] from t', '1:13 Expected a key, found ['],
    ['select a[1..3].c from t', '1:15 Expected a comma or the next clause, found .'],
    ['select a as [1..3] from t', '1:13 Expected a name, found ['],
    ['select a as e[1..3] from t', '1:13 An alias cannot contain a range'],
    ['select payload.end from t', '1:16 end is a reserved word. Write "end" instead.'],
    ['select f(1 from t', '1:12 Expected a comma or ), found FROM'],
    ['select (1 from t', '1:11 Expected a closing bracket, found FROM'],
    ['select case when a then 1 from t', '1:27 Expected END, found FROM'],
    ['select case a end from t', '1:15 Expected WHEN, found END'],
    ['select 温度 from t', '1:8 Put the name in double quotes, as in "温度"'],
    ['select 0x10 from t', '1:8 0x10 is neither a number nor a name'],
    ['select 1 as x y from t', '1:15 Expected a comma or the next clause, found y'],
    ['select [1..200000] from t', '1:8 The range has more than 100000 numbers'],
    ['select [3..1] from t', '1:8 The end of the range is before its start'],
    ['select 1e999 from t', '1:8 The number is too large'],
    ['foreach * from t', '1:9 FOREACH needs a list, not *'],
    ['foreach a incase b do c from t', '1:20 Expected FROM, found DO'],
    ['select a in () from t', '1:13 Expected a list in brackets, found ('],
  ])('%j is wrong: %s', (sql, first) => {
    expect(messages(sql)[0]).toBe(first)
  })

  test('that is wrong in several places says so of each', () => {
    expect(messages('select a b c, 1 +, d from t x, where')).toEqual([
      '1:12 Expected a comma or the next clause, found c',
      '1:18 Expected an expression, found ,',
      '1:29 Expected a comma, WHERE or the end of the statement, found x',
      '1:32 Expected a topic, an event or a source in double quotes, found WHERE',
      '1:37 Expected an expression, found the end of the statement',
    ])
  })

  test('of schema validation has no FROM', () => {
    expect(parseSql('SELECT payload.a as a WHERE a > 1', { hasFrom: false })).toMatchObject({
      problems: [],
      statement: { sources: [], where: { kind: 'comparison' } },
    })
    expect(parseSql('SELECT a FROM t', { hasFrom: false }).problems).toMatchObject([
      { message: { en: 'Expected the end of the statement, found FROM' } },
    ])
  })

  test('that is half-written keeps what is there', () => {
    const { statement } = parseSql('select payload. , a + , f(b from "t/#" where c.')
    expect(statement?.fields.map((field) => (field.kind === 'field' ? shape(field.expression) : '*'))).toEqual([
      '.payload.',
      '(.a + ?)',
      'f(.b)',
    ])
    expect(statement?.sources.map(({ text }) => text)).toEqual(['t/#'])
    expect(statement?.where && shape(statement.where)).toBe('.c.')
  })

  test('that is too long or too deep is refused without harm', () => {
    expect(messages(`select ${'('.repeat(5000)}`)[0]).toMatch('nested too deeply')
    expect(messages(`select ${'- '.repeat(5000)}1 from t`)[0]).toMatch('nested too deeply')
    expect(messages(`select ${'1 + '.repeat(5000)}1 from t`)[0]).toMatch('nested too deeply')
    expect(messages(`select ${'a['.repeat(5000)}1 from t`)[0]).toMatch('nested too deeply')
    expect(messages(`select ${'not '.repeat(5000)}1 from t`)[0]).toMatch('nested too deeply')
    expect(messages(`select ${'case when '.repeat(5000)}1 from t`)[0]).toMatch('nested too deeply')
    expect(messages('x'.repeat(300_000))).toHaveLength(1)
    expect(messages(`select 1 from t where ${'a = 1 or '.repeat(2000)} b = 2`)).toEqual([])
    expect(messages(`select a${'.b'.repeat(5000)} from t`)).toEqual(['1:8 The path is too long'])
    expect(messages(`select 1 as a${'[1]'.repeat(5000)} from t`)).toEqual(['1:13 The path is too long'])
    expect(messages(`select ${'9'.repeat(5000)} from t`)).toEqual(['1:8 The number is too large'])
    expect(messages(`select ${','.repeat(5000)} from t`)).toHaveLength(100)
  })
})
