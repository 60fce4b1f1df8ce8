import { variformFunctions } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { measureProcessorTime } from '../processor-time.ts'
import { compileVariform } from './compile.ts'

const bindings = {
  clientid: 'acme-pump-7',
  username: 'ann',
  password: undefined,
  user_property: { tenant: 'acme', x: '' },
  port: 1883,
}
const evaluate = (source: string) => compileVariform(source)(bindings)

describe('an expression', () => {
  test.each([
    ["nth(1, tokens(clientid, '-'))", 'acme'],
    ["nth(9, tokens(clientid, '-'))", ''],
    ['user_property.tenant', 'acme'],
    ["concat([username, '-', clientid])", 'ann-acme-pump-7'],
    ['concat(username, 1.50)', 'ann1.5'],
    ["coalesce(user_property.none, password, user_property.x, 'last')", 'last'],
    ['coalesce([user_property.none, username])', 'ann'],
    ["coalesce(tokens('--b', '-'))", 'b'],
    ["iif(str_eq(username, 'ann'), 'yes', 'no')", 'yes'],
    ["iif(user_property.none, 'yes', 'no')", 'no'],
    ["iif(is_empty(password), 'none', 'some')", 'none'],
    ["iif(not(num_gt(2, 1)), 'a', 'b')", 'b'],
    ['upper(username)', 'ANN'],
    ["trim('  a ')", 'a'],
    ["trim('--a-', '-')", 'a'],
    ["ltrim('--a-', '-')", 'a-'],
    ["rtrim('--a-', '-')", '--a'],
    ["reverse('añ😀')", '😀ña'],
    ["strlen('añ😀')", '3'],
    ['substr(clientid, 5)', 'pump-7'],
    ['substr(clientid, 5, 4)', 'pump'],
    ["rm_prefix(clientid, 'acme-')", 'pump-7'],
    ["concat(split('a//b', '/'))", 'ab'],
    ["join_to_string('|', split('a//b', '/', 'notrim'))", 'a||b'],
    ["join_to_string('|', split('a/b/c', '/', 'leading'))", 'a|b/c'],
    ["join_to_string('|', split('a/b/c', '/', 'trailing'))", 'a/b|c'],
    ["join_to_string(['a', 1])", 'a, 1'],
    ["nth('2', ['a', 'b'])", 'b'],
    ["sprintf_s('~s is ~b~~', [username, 7])", 'ann is 7~'],
    ["pad('a', 3)", 'a  '],
    ["pad('a', 3, 'leading', '0')", '00a'],
    ["pad('a', 4, 'both', '.')", '.a..'],
    ["replace('a.b.c', '.', '-')", 'a-b-c'],
    ["replace('a.b.c', '.', '-', 'leading')", 'a-b.c'],
    ["replace('a.b.c', '.', '-', 'trailing')", 'a.b-c'],
    ["find('a.b.c', '.')", '.b.c'],
    ["find('a.b.c', '.', 'trailing')", '.c'],
    ["ascii('A')", '65'],
    ["unescape('a\\tb\\x41')", 'a\tbA'],
    ["regex_match(clientid, '^acme-')", 'true'],
    ["regex_replace(clientid, '(\\w+)-(\\w+)', '\\2-\\1')", 'pump-acme-7'],
    ["regex_replace('a.b', '[.]', '<&\\&$1>')", 'a<.&$1>b'],
    ["regex_replace('äb', 'b', '\\0\\7&')", 'äbb'],
    ["nth(2, regex_extract(clientid, '(\\w+)-(\\w+)'))", 'pump'],
    ["hash('md5', 'a')", '0cc175b9c0f1b6a831c399e269772661'],
    ["hash('sha1', 'a')", '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'],
    ['map_to_range(17, 1, 10)', '8'],
    ["map_to_range(hexstr2bin('0100'), 0, 255)", '0'],
    ["bin2hexstr('abc')", '616263'],
    ['int2hexstr(255)', 'FF'],
    ["base64_encode('hello')", 'aGVsbG8='],
    ["base64_decode('aGVsbG8=')", 'hello'],
    ['str_comp(username, clientid)', 'gt'],
    ['num_lte(port, 1883)', 'true'],
  ])('%s is %j', (source, text) => {
    expect(evaluate(source)).toEqual({ text })
  })

  test('hash_to_range gives the same number for the same text, within the range', () => {
    const [first, again] = [evaluate('hash_to_range(clientid, 1, 4)'), evaluate('hash_to_range(clientid, 1, 4)')]
    expect(first).toEqual(again)
    expect(['1', '2', '3', '4']).toContain('text' in first && first.text)
  })

  test.each([
    ['user_property.none', 'user_property.none has no value'],
    ['constructor', 'constructor has no value'],
    ['user_property', 'user_property is not a single value'],
    ["tokens(clientid, '-')", 'a list is not text'],
    ["nth(0, tokens(clientid, '-'))", 'nth requires a number of at least 1'],
    ['num_eq(clientid, 1)', "'acme-pump-7' is not a number"],
    ["hash('nonsense', clientid)", 'unknown hash nonsense'],
    ["base64_decode('***')", 'the text is not Base64'],
    [
      "regex_match(clientid, '(?=a)')",
      'the pattern (?=a) cannot be used: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
    ],
    ["unescape('\\q')", '\\q is not an escape sequence'],
  ])('%s fails: %s', (source, failed) => {
    expect(evaluate(source)).toEqual({ failed })
  })

  test('costs little with any expression', () => {
    const used = measureProcessorTime()
    const wide = "pad('a', 60000)"
    expect(evaluate(`concat([${`${wide},`.repeat(3)}${wide}])`)).toMatchObject({
      failed: expect.stringContaining('more than'),
    })
    expect(evaluate(`regex_match('${'a'.repeat(60)}!', '^(a+)+$')`)).toEqual({ text: 'false' })
    expect(used()).toBeLessThan(2000)
  })

  test('can call every function of the catalogue', () => {
    for (const [name, { minArguments }] of Object.entries(variformFunctions)) {
      const args = Array.from({ length: minArguments }, () => 'clientid').join(', ')
      expect(() => evaluate(`${name}(${args})`), name).not.toThrow()
    }
  })
})
