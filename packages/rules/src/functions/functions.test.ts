import type { Value } from '@mqdeck/kit/json'
import { describe, expect, test } from 'vitest'
import { functionFamilies, functionsByName } from './index.ts'
import { columns, createEnvironment, evaluate } from './test-environment.ts'

const names = (text: string) => text.trim().split(/\s+/)

/** Functions in the console of EMQX, by group. */
const inTheConsole = names(`
  abs cos cosh acos acosh sin sinh asin asinh tan tanh atan atanh ceil floor round exp power sqrt fmod log log10 log2
  is_null is_not_null is_str is_bool is_int is_float is_num is_map is_array is_empty
  str str_utf8 bool int float float2str map
  lower upper trim ltrim rtrim reverse strlen substr split concat tokens sprintf pad replace regex_match regex_replace ascii find
  map_get map_put map_size
  nth length sublist first last contains
  md5 sha sha256
  gzip gunzip zip unzip zip_compress zip_uncompress
  subbits
  base64_encode base64_decode json_encode json_decode bin2hexstr hexstr2bin str_utf16_le sqlserver_bin2hexstr
  now_timestamp now_rfc3339 unix_ts_to_rfc3339 rfc3339_to_unix_ts format_date date_to_unix_ts
  schema_encode schema_decode schema_check
  jq`)

/** Other functions of EMQX 5.8. */
const besides = names(`
  bitand bitnot bitor bitxor bitsl bitsr bitsize bytesize coalesce coalesce_ne contains_topic contains_topic_match
  map_new map_keys map_values map_to_entries map_to_redis_hset_args mget mput join_to_string join_to_sql_values_string
  regex_extract rm_prefix sprintf_s unescape uuid_v4 uuid_v4_no_hyphen random hash term_encode term_decode
  kv_store_get kv_store_put kv_store_del proc_dict_get proc_dict_put proc_dict_del getenv mongo_date
  timezone_to_second timezone_to_offset_seconds is_null_var is_not_null_var null div mod eq
  avro_encode avro_decode schema_encode_and_tag sparkplug_encode sparkplug_decode
  clientid clientip peerhost username topic payload qos flags flag msgid`)

const all = [...functionsByName.values()]

describe('The functions of rule SQL', () => {
  test('are those of the console and those that it forgets', () => {
    expect(inTheConsole).toHaveLength(95)
    expect(all.map(({ name }) => name).toSorted()).toEqual([...inTheConsole, ...besides].toSorted())
  })

  test('are each in one family', () => {
    expect(functionFamilies.flatMap(({ functions }) => functions)).toHaveLength(functionsByName.size)
    expect(new Set(functionFamilies.map(({ id }) => id)).size).toBe(functionFamilies.length)
  })

  test.each(all)('$name has help in both languages, an example, and optional parameters last', (one) => {
    expect(one.help.en).toMatch(/^[^ ].*[^ ]$/)
    expect(one.help.zh).toMatch(/[一-龥]/)
    expect(one.examples).not.toHaveLength(0)
    const optional = one.parameters.map(({ isOptional }) => isOptional === true)
    expect(optional).toEqual(optional.toSorted())
  })

  const examples = all
    .filter(({ isAsync }) => isAsync !== true)
    .flatMap(({ examples }) => examples.map(({ expression, is }) => ({ expression, is })))
  test.each(examples)('$expression', async ({ expression, is }) => {
    const result = await evaluate(expression)
    if (typeof is === 'number') expect(result).toBeCloseTo(is, 12)
    else expect(result).toEqual(is)
  })

  test('say where there is no jq and no schema registry', async () => {
    const { schemas: _, ...bare } = createEnvironment()
    const fails = (expression: string) => expect(evaluate(expression, bare)).rejects
    await fails(`schema_decode('a', 'b')`).toThrow('schema_decode: the schema registry is not available here')
    await fails(`jq('.', '1')`).toThrow('jq: jq is not available here')
  })
})

/** Expected results from the tests and documentation of EMQX and from Erlang. */
const results: readonly (readonly [expression: string, is: Value])[] = [
  ['abs(-9223372036854775808)', 9223372036854775808n],
  ['round(-0.4)', 0n],
  ['ceil(3)', 3n],
  ['fmod(7, 2)', 1],
  ['eq(9007199254740993, 9007199254740992.0)', false],
  [`eq(json_decode('[1, {"a": 2.0}]'), json_decode('[1.0, {"a": 2}]'))`, true],
  [`eq('a', hexstr2bin('61'))`, true],
  ['is_null(null())', true],
  [`is_empty(json_decode('[]'))`, true],
  [`is_empty('{"a" : "b"}')`, false],
  ['str(20.0)', '20.0'],
  ['str(0.1234567890123)', '0.123456789'],
  ['str(no_such_field)', 'undefined'],
  [`str(json_decode('[104, 105]'))`, 'hi'],
  [`str(json_decode('[1, 2]'))`, '[1,2]'],
  [`int('1.9')`, 1n],
  ['int(-1.5)', -2n],
  [`int('-9223372036854775809')`, -9223372036854775809n],
  ['float2str(20.2, 1)', '20.2'],
  ['float2str(20.2, 16)', '20.1999999999999993'],
  [`substr('', 1)`, ''],
  [`substr('abcd', 1, 2)`, 'bc'],
  [`strlen('👨‍👩‍👧')`, 1n],
  [`strlen('${'👨‍👩‍👧e\u0301'.repeat(1000)}')`, 2000n],
  [`reverse('ab👨‍👩‍👧')`, '👨‍👩‍👧ba'],
  [`split('/a/b//c/', '/')`, ['a', 'b', 'c']],
  [`split('', '/', 'notrim')`, ['']],
  [`split('/a/b/c', '/', 'trailing')`, ['/a/b', 'c']],
  [`split('a/b//c/', '/', 'trailing_notrim')`, ['a/b//c', '']],
  [`split('a/b//c/', '/', 'leading_notrim')`, ['a', 'b//c/']],
  [`tokens(' /a/ b /c', ' /')`, ['a', 'b', 'c']],
  [`tokens('哈哈, 你好, 是的', ', ')`, ['哈哈', '你好', '是的']],
  [`sprintf('~s ~p ~w ~b', 'a', 'b', 'c', 12)`, 'a <<"b">> <<99>> 12'],
  [`sprintf('~p', json_decode('{"a": [1, 2.0, "x"], "b": null}'))`, '#{<<"a">> => [1,2.0,<<"x">>],<<"b">> => null}'],
  [`sprintf('~5s|~-5s|~.2s', 'abc', 'abc', 'abc')`, '  abc|abc  |ab'],
  [`sprintf('~.16b ~.16B ~3b', 255, 255, 12345)`, 'ff FF ***'],
  [`sprintf('~8.2f|~e', 3.14159, 314.0)`, '    3.14|3.14000e+2'],
  [`sprintf('~p ~p ~p', 10000000000.0, 0.0001, 123456.789)`, '1.0e10 0.0001 123456.789'],
  [`pad('abc', 7, 'both', 'ex')`, 'exexabcexex'],
  [`pad('abc', 0)`, 'abc'],
  [`replace('ab c  ', ' ', '::')`, 'ab::c::::'],
  [`replace('ab c  ', ' ', '-', 'leading')`, 'ab-c  '],
  [`find('', '')`, ''],
  [`regex_match('', '.*')`, true],
  [`regex_replace('ab', '(a)(b)', '\\2\\g1\\&&')`, 'ba&ab'],
  [`regex_extract('Date: 2021-05-20', '(\\d{4})-(\\d{2})-(\\d{2})')`, ['2021', '05', '20']],
  [`unescape('hej\\x0Ahej')`, 'hej\nhej'],
  [`unescape('\\x2764')`, '❤'],
  [`map_get('a.b', '{"a": {"b": null}}', 1)`, null],
  [`map_put('a.b', 1, map_new())`, { a: { b: 1n } }],
  [`map_get('constructor', map_new(), 'none')`, 'none'],
  [`mget('a', map_new())`, undefined],
  [`map_to_redis_hset_args('not json')`, ['map_to_redis_hset_args']],
  [`map_to_redis_hset_args('{"a": 1.1, "b": "i j"}')`, ['map_to_redis_hset_args', 'a', '1.1', 'b', 'i j']],
  [`sublist(4, 2, json_decode('[1,2,3,4]'))`, [4n]],
  [`sublist(5, 2, json_decode('[1,2,3,4]'))`, []],
  [`contains(1.0, json_decode('[1]'))`, false],
  [`contains(map('{"a": 1}'), json_decode('[{"a": 1}]'))`, true],
  ['bitsl(-8, 2)', -32n],
  ['bitsr(-8, 6)', -1n],
  ['bitsr(8, -2)', 32n],
  [`subbits(hexstr2bin('FF'), 2, 8)`, 127n],
  [`subbits(hexstr2bin('FF'), 9, 8)`, undefined],
  [`subbits(hexstr2bin('FFFFFE38'), 1, 32, 'integer', 'signed', 'big')`, -456n],
  [`subbits(hexstr2bin('4015333333333333'), 1, 64, 'float')`, 5.3],
  [`subbits(hexstr2bin('3333333333331540'), 1, 64, 'float', 'signed', 'little')`, 5.3],
  [`bin2hexstr(subbits(hexstr2bin('9F4E58'), 1, 6, 'bits', 'unsigned', 'big'))`, '27'],
  [`bitsize(subbits(hexstr2bin('9F4E58'), 1, 6, 'bits'))`, 6n],
  [`bin2hexstr(hexstr2bin('6364f'))`, '06364F'],
  [`bin2hexstr(zip('hello'))`, 'CB48CDC9C90700'],
  [`base64_encode(hexstr2bin('fbff'), 'urlsafe', 'no_padding')`, '-_8'],
  [`bin2hexstr(base64_decode('-_8', 'no_padding', 'urlsafe'))`, 'FBFF'],
  [
    `bin2hexstr(term_encode(json_decode('{"a":[1,300,-1,1.5,true,null,[]]}')))`,
    '8374000000016D00000001616C0000000761016200000' + '12C62FFFFFFFF463FF800000000000077047472756577046E756C6C6A6A',
  ],
  [`term_decode(term_encode(18446744073709551616))`, 18446744073709551616n],
  [`term_decode(term_encode(-18446744073709551616))`, -18446744073709551616n],
  [`rfc3339_to_unix_ts('2024-02-23T15:56:30.123456Z', 'microsecond')`, 1708703790123456n],
  [
    `format_date('millisecond', '+08:20:30', '%Y-%m-%d %H:%M:%S.%3N%::z', 1708933353472)`,
    '2024-02-26 16:03:03.472+08:20:30',
  ],
  [`format_date('nanosecond', -3600, '%H:%M:%S.%N%:z', 1708933353472000001)`, '06:42:33.472000001-01:00'],
  [`format_date('second', 'Z', '%Y')`, '2024'],
  [`now_timestamp('nanosecond')`, 1708933353472500000n],
  [`date_to_unix_ts('millisecond', '+08:00', '%Y-%m-%d %H-%M-%S.%3N', '2024-03-01 10:30:38.333')`, 1709260238333n],
  [`date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S.%3N%:z', '2024-02-23 15:00:00.123+08:00')`, 1708671600n],
  [`date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S', '2022-05-26 10-40-12')`, 1653561612n],
  [`timezone_to_second('-02:00:00')`, -7200n],
  ['timezone_to_second(42)', 42n],
  [`coalesce_ne(json_decode('["", null, 42]'))`, 42n],
  [`coalesce(json_decode('[]'))`, undefined],
  [`contains_topic(json_decode('[{"topic": "t/#"}]'), 't/1')`, false],
  [`contains_topic_match(json_decode('[{"topic": "t/1", "qos": 1}]'), 't/+', 1)`, true],
  [`flag('no')`, undefined],
  ['topic(2)', 'a'],
  [`getenv('PATH')`, ''],
]

describe('Results', () => {
  test.each(results)('%s', async (expression, is) => {
    expect(await evaluate(expression)).toEqual(is)
  })

  test('values that are kept are there for the next call', async () => {
    const environment = createEnvironment()
    await evaluate(`kv_store_put('k', json_decode('[1]'))`, environment)
    expect(await evaluate(`kv_store_get('k')`, environment)).toEqual([1n])
    await evaluate(`kv_store_put(1, 'integer')`, environment)
    await evaluate(`kv_store_put('1', 'text')`, environment)
    expect(await evaluate('kv_store_get(1)', environment)).toBe('integer')
    await evaluate(`kv_store_del('k')`, environment)
    expect(await evaluate(`kv_store_get('k', 0)`, environment)).toBe(0n)
  })

  test('a UUID is of version 4, and another each time', async () => {
    const [one, other] = [await evaluate('uuid_v4()'), await evaluate('uuid_v4()')]
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(one).not.toBe(other)
  })

  test('bytes of a message are read as the text they are', async () => {
    const bytes = new TextEncoder().encode('Hello')
    const call = (name: string, ...args: readonly Value[]) => functionsByName.get(name)?.call(args, createEnvironment())
    expect(call('upper', bytes)).toBe('HELLO')
    expect(call('strlen', bytes)).toBe(5n)
    expect(call('md5', bytes)).toBe(call('md5', 'Hello'))
    expect(call('payload')).toBe(columns.payload)
  })
})

const refused: readonly (readonly [expression: string, says: string])[] = [
  ['lower(1)', 'lower: text must be a string, not the integer 1'],
  ['lower(no_such_field)', 'lower: text must be a string, not undefined'],
  [`upper(hexstr2bin('FF'))`, 'upper: text must be a UTF-8 string, not a binary'],
  [`abs('a')`, `abs: x must be a number, not 'a'`],
  ['log(0)', 'log: the result is not a finite number'],
  ['sqrt(-1)', 'sqrt: the result is not a finite number'],
  ['fmod(1, 0)', 'fmod: the result is not a finite number'],
  ['div(1, 0)', 'div: division by zero'],
  ['div(1.0, 1)', 'div: x must be an integer, not the float 1'],
  [`bool('yes')`, `bool: value must be true, false, 1, 0, 'true' or 'false', not 'yes'`],
  [`int('a')`, `int: value must be a numeric string, not 'a'`],
  [`float('1e3')`, `float: value must be a numeric string, not '1e3'`],
  [`map('[1]')`, `map: value must be a map or JSON text of a map, not '[1]'`],
  [`substr('abc', -1)`, 'substr: start must be an integer of 0 or greater, not the integer -1'],
  [`split('a', 'b', 'c')`, 'split: option must be'],
  [`sprintf('~s')`, 'sprintf: the format needs more values'],
  [`sprintf('a', 1)`, 'sprintf: the format needs fewer values'],
  [`sprintf('~b', 'a')`, `sprintf: ~b cannot format 'a'`],
  [`sprintf('~q', 1)`, 'sprintf: ~q is unknown'],
  [`pad('a', 1000000000)`, 'pad: the result would be longer than'],
  [`sprintf('~1000000000s', 'a')`, 'sprintf: the result would be longer than'],
  [`regex_match('a', '(')`, `regex_match: the pattern ( cannot be used`],
  [`regex_match('aa', '(a)\\1')`, 'regex_match: the pattern'],
  [`unescape('\\L')`, `unescape: \\L is not an escape sequence`],
  [`unescape('\\x11000000')`, 'is not a character'],
  [`map_put('${'a.'.repeat(600)}', 1, map_new())`, 'map_put: the path is too long'],
  [`nth(0, json_decode('[1]'))`, 'nth: item 0 does not exist, the array has 1 items'],
  [`first(json_decode('[]'))`, 'first: the array is empty'],
  [`hash('sha9', 'a')`, `hash: unknown hash algorithm 'sha9'`],
  [`gunzip(hexstr2bin('1F8B0800000000000003CB48CDC9C9070086A6103705000000'))`, 'gunzip: the checksum is wrong'],
  [`zip_uncompress(hexstr2bin('789CCB48CDC9C90700062C0216'))`, 'zip_uncompress: the checksum is wrong'],
  [`gunzip('hello')`, 'gunzip: could not decompress the data'],
  [`unzip(hexstr2bin('CB48CDC9'))`, 'unzip: could not decompress the data'],
  ['bitsl(1, 1000000000)', 'bitsl: integers can have up to'],
  [`subbits('abc', 1, 24, 'float')`, 'subbits: 24 bits are not a float'],
  [`base64_decode('a')`, 'base64_decode: the text is not base64'],
  [`base64_decode('-_8=')`, 'base64_decode: the text is not base64'],
  [`json_decode('{"a":}')`, 'json_decode: invalid JSON'],
  [`hexstr2bin('0x0')`, 'hexstr2bin: the text is not hexadecimal'],
  [`hexstr2bin('0b00', '0x')`, 'hexstr2bin: the text does not start with the prefix'],
  [`term_decode('a')`, 'term_decode: the binary is not an Erlang term'],
  [`now_timestamp('day')`, `now_timestamp: unit must be 'second' or 'millisecond'`],
  [`rfc3339_to_unix_ts('2024-02-30T00:00:00Z')`, 'rfc3339_to_unix_ts: the date does not exist'],
  [`rfc3339_to_unix_ts('today')`, 'rfc3339_to_unix_ts: text must be an RFC 3339 date and time'],
  [`date_to_unix_ts('second', '%Y-%d %H:%M:%S', '2022-32 10:40:12')`, 'date_to_unix_ts: the date has no %m'],
  [`date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S', '2023-02-29 10:40:12')`, 'date_to_unix_ts: the date does not exist'],
  [`date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S', '2022-059999-26 10:40:12')`, 'date_to_unix_ts: '],
  [`format_date('second', 'here', '%Y', 0)`, 'format_date: zone must be'],
  [`format_date('second', 'Z', '%Y', 999999999999999)`, 'format_date: the year must be from 0 to 9999'],
  ['topic(3)', 'topic: the topic has no level 3'],
]

describe('Arguments that a function cannot take are refused with a sentence', () => {
  test.each(refused)('%s', async (expression, says) => {
    await expect(evaluate(expression)).rejects.toThrow(says)
  })
})
