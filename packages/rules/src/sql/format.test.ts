import { describe, expect, test } from 'vitest'
import { formatSql } from './format.ts'

const lines = (...of: readonly string[]) => of.join('\n')

describe('Formatting', () => {
  test.each([
    ['select * from "t/#"', lines('SELECT', '  *', 'FROM', '  "t/#"')],
    [
      'select a,b AS c from "t/#" , x where a=1 and (b<2 or c>3) OR not d in(1,2)',
      lines(
        ...['SELECT', '  a,', '  b as c', 'FROM', '  "t/#",', '  x', 'WHERE'],
        ...['  a = 1', '  AND (b < 2 OR c > 3)', '  OR NOT d IN (1, 2)'],
      ),
    ],
    [
      'foreach payload . s [ 1 ] as e do f( a,b ),- 1 as x incase e.x>- - 1 from t',
      lines(
        ...['FOREACH', '  payload.s[1] as e', 'DO', '  f(a, b),', '  -1 as x', 'INCASE', '  e.x > - -1'],
        ...['FROM', '  t'],
      ),
    ],
    [
      "select case x when 1 then 'a' else case when y then 2 end end as z, [ 1 .. 3 ], a[ 1 .. -1 ] from t",
      lines(
        ...[
          'SELECT',
          '  CASE x',
          "    WHEN 1 THEN 'a'",
          '    ELSE CASE',
          '      WHEN y THEN 2',
          '    END',
          '  END as z,',
        ],
        ...['  [1..3],', '  a[1..-1]', 'FROM', '  t'],
      ),
    ],
    [
      'select a div b,div(1,2),a mod - 1, [ [1],a] from t',
      lines('SELECT', '  a div b,', '  div(1, 2),', '  a mod -1,', '  [[1], a]', 'FROM', '  t'),
    ],
    [
      lines('-- what', 'select a, -- the first', ' /* the second */ b', '-- all', 'from t -- end'),
      lines('-- what', 'SELECT', '  a, -- the first', '  /* the second */', '  b', '  -- all', 'FROM', '  t -- end'),
    ],
    ['select a . 1 . 100 from t', lines('SELECT', "  a.1.'100'", 'FROM', '  t')],
    ["select '  a  -- b' from t", lines('SELECT', "  '  a  -- b'", 'FROM', '  t')],
  ])('lays out %j', (text, formatted) => {
    expect(formatSql(text)).toBe(formatted)
    expect(formatSql(formatted)).toBe(formatted)
  })

  test.each(['select a', 'select from t', "select 'a from t", ''])('leaves %j, which is wrong, as it is', (text) => {
    expect(formatSql(text)).toBe(text)
  })
})
