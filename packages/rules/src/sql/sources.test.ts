import { describe, expect, test } from 'vitest'
import { parseSql } from './parse.ts'
import { withFrom } from './sources.ts'

describe('Another list of sources', () => {
  test.each([
    [
      'SELECT * FROM "t/#" WHERE a = 1',
      ['x', '$events/client_connected'],
      'SELECT * FROM "x", "$events/client_connected" WHERE a = 1',
    ],
    [
      'SELECT\n  *\nFROM\n  "t/#",\n  b -- why\nWHERE\n  a',
      ['x', 'y'],
      'SELECT\n  *\nFROM\n  "x",\n  "y" -- why\nWHERE\n  a',
    ],
    ['select "from" from t', ['x'], 'select "from" from "x"'],
    ["select ' from a' from t, u", ['x'], 'select \' from a\' from "x"'],
    ['select * -- from a\nfrom t', ['x'], 'select * -- from a\nfrom "x"'],
    ['select * from', ['x', 'y'], 'select * from "x", "y"'],
    ['select * from where a', ['x'], 'select * from "x" where a'],
    ['select *', ['x', 'y'], 'select *\nFROM\n  "x",\n  "y"'],
    ['select * where a', ['x'], 'select *\nFROM\n  "x"\nwhere a'],
    ['select * from a, , "b', ['x'], 'select * from "x"'],
    ['select * from a, b', [], 'select * from '],
  ])('%j with %j', (text, sources, expected) => {
    expect(withFrom(text, sources)).toBe(expected)
    if (sources.length > 0)
      expect(parseSql(withFrom(text, sources)).statement?.sources.map((one) => one.text)).toEqual(sources)
  })
})
