import { isText, type Value } from '@mqdeck/kit/json'
import { fromUtf8, integer, option, rejectArgument, text } from './arguments.ts'
import {
  convert,
  floorDivide,
  fromClock,
  fromRfc3339,
  localOffset,
  momentOf,
  offsetSeconds,
  toRfc3339,
  type Unit,
  unitNames,
} from './calendar.ts'
import { formatTime, parseTime } from './date-format.ts'
import { defineFamily, type FunctionEnvironment } from './function.ts'
import { sqlFunction } from './sql-function.ts'

const formatHelp = {
  en: 'Formats are %Y year, %m month, %d day, %H hour, %M minute, %S second, %3N, %6N and %N fraction of the second, %z, %:z and %::z time zone.',
  zh: '格式：%Y 年、%m 月、%d 日、%H 时、%M 分、%S 秒，%3N、%6N、%N 为秒的小数，%z、%:z、%::z 为时区。',
}

const zone = { en: `'Z', 'local', '+08:00' or seconds`, zh: `'Z'、'local'、'+08:00' 或秒数` }

const zoneHelp = {
  en: `Offset of a time zone (${zone.en}) from UTC in seconds.`,
  zh: `时区（${zone.zh}）相对 UTC 的偏移秒数。`,
}

const zoneFunction = (name: string, more: { readonly en: string; readonly zh: string }) =>
  sqlFunction({
    name,
    takes: 'zone',
    help: { en: zoneHelp.en + more.en, zh: zoneHelp.zh + more.zh },
    examples: [
      [`${name}('+08:00')`, 28800n],
      [`${name}('Z')`, 0n],
    ],
    run: (args, environment) => BigInt(offsetOf(args, 0, environment)),
  })

export const time = defineFamily({
  id: 'time',
  title: { en: 'Date and time', zh: '日期与时间' },
  functions: [
    sqlFunction({
      name: 'now_timestamp',
      takes: 'unit?',
      help: {
        en: `Current Unix timestamp. Units are 'second' (default), 'millisecond', 'microsecond' and 'nanosecond'.`,
        zh: `当前 Unix 时间戳，单位默认为秒，可为 'millisecond'、'microsecond' 或 'nanosecond'。`,
      },
      examples: [
        ['is_int(now_timestamp())', true],
        [`now_timestamp('millisecond') > 1700000000000`, true],
      ],
      run: (args, environment) => fromClock(environment.now(), unitOf(args, 0)),
    }),
    sqlFunction({
      name: 'now_rfc3339',
      takes: 'unit?',
      help: {
        en: `Current time as an RFC 3339 string in the time zone of the server. The unit sets the number of decimals.`,
        zh: '当前时间的 RFC 3339 字符串（服务器时区），小数位数由单位决定。',
      },
      examples: [
        ['strlen(now_rfc3339())', 25n],
        [`strlen(now_rfc3339('millisecond'))`, 29n],
      ],
      run: (args, environment) => toRfc3339(fromClock(environment.now(), unitOf(args, 0)), unitOf(args, 0)),
    }),
    sqlFunction({
      name: 'unix_ts_to_rfc3339',
      takes: 'timestamp, unit?',
      help: {
        en: `Converts a timestamp to an RFC 3339 string in the time zone of the server. Default unit: second.`,
        zh: '将时间戳（默认秒）转换为 RFC 3339 字符串（服务器时区）。',
      },
      examples: [[`rfc3339_to_unix_ts(unix_ts_to_rfc3339(1708671600))`, 1708671600n]],
      run: (args) => toRfc3339(integer(args, 0), unitOf(args, 1)),
    }),
    sqlFunction({
      name: 'rfc3339_to_unix_ts',
      takes: 'text, unit?',
      help: {
        en: 'Converts an RFC 3339 string to a timestamp. Default unit: second.',
        zh: '将 RFC 3339 字符串转换为时间戳，默认单位为秒。',
      },
      examples: [
        [`rfc3339_to_unix_ts('2024-02-23T15:56:30+08:00')`, 1708674990n],
        [`rfc3339_to_unix_ts('2024-02-23T15:56:30.87Z', 'millisecond')`, 1708703790870n],
      ],
      run: (args) =>
        fromRfc3339(text(args, 0), unitOf(args, 1)) ?? rejectArgument(0, 'an RFC 3339 date and time', args[0]),
    }),
    sqlFunction({
      name: 'format_date',
      takes: 'unit, zone, format, timestamp?',
      help: {
        en: `Formats a timestamp in the given unit, or the current time, in a time zone (${zone.en}). ${formatHelp.en}`,
        zh: `按格式将时间戳（缺省为当前时间）转换为指定时区（${zone.zh}）的字符串。${formatHelp.zh}`,
      },
      examples: [
        [
          `format_date('millisecond', '+08:00', '%Y-%m-%d %H:%M:%S.%6N%z', 1708933353472)`,
          '2024-02-26 15:42:33.472000+0800',
        ],
        [`format_date('second', 'Z', '%Y%m%d', 1708933353)`, '20240226'],
      ],
      run: (args, environment) => {
        const unit = unitOf(args, 0)
        const at = args.length > 3 ? integer(args, 3) : fromClock(environment.now(), unit)
        return formatTime(at, unit, offsetOf(args, 1, environment), text(args, 2))
      },
    }),
    sqlFunction({
      name: 'date_to_unix_ts',
      takes: 'unit, zone_or_format, format_or_text, text?',
      help: {
        en: `Converts a formatted date to a timestamp with date_to_unix_ts(unit, format, text) or date_to_unix_ts(unit, zone, format, text), where zone is ${zone.en}. ${formatHelp.en}`,
        zh: `按格式将日期字符串转换为时间戳：date_to_unix_ts(单位, 格式, 字符串)，也可在单位后加时区（${zone.zh}）。${formatHelp.zh}`,
      },
      examples: [
        [`date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S%:z', '2024-02-23 15:00:00+08:00')`, 1708671600n],
        [`date_to_unix_ts('second', '+08:00', '%Y-%m-%d %H:%M:%S', '2024-02-23 15:00:00')`, 1708671600n],
      ],
      run: (args, environment) => {
        const unit = unitOf(args, 0)
        const hasZone = args.length > 3
        const read = parseTime(text(args, hasZone ? 3 : 2), unit, text(args, hasZone ? 2 : 1))
        return hasZone ? read - convert(BigInt(offsetOf(args, 1, environment)), 'second', unit) : read
      },
    }),
    zoneFunction('timezone_to_offset_seconds', { en: '', zh: '' }),
    zoneFunction('timezone_to_second', {
      en: ' Older name of timezone_to_offset_seconds.',
      zh: '（timezone_to_offset_seconds 的旧名）',
    }),
    sqlFunction({
      name: 'mongo_date',
      takes: 'timestamp?, unit?',
      help: {
        en: 'Current time or a timestamp as a MongoDB date in Extended JSON, {"$date": "..."}. Default unit: millisecond.',
        zh: 'MongoDB 日期：当前时间，或由时间戳（默认毫秒）得到，采用 MongoDB 扩展 JSON 写法 {"$date": "..."}。',
      },
      examples: [
        ['mongo_date(1708703461232)', { $date: '2024-02-23T15:51:01.232Z' }],
        [`mongo_date(1708703461, 'second')`, { $date: '2024-02-23T15:51:01.000Z' }],
      ],
      run: (args, environment) => {
        const unit = args.length > 1 ? unitOf(args, 1) : 'millisecond'
        const at = args.length > 0 ? convert(integer(args, 0), unit, 'millisecond') : fromClock(environment.now(), unit)
        momentOf(floorDivide(at, 1000n))
        return { $date: new Date(Number(at)).toISOString() }
      },
    }),
  ],
})

const unitOf = (args: readonly Value[], at: number): Unit => (args.length > at ? option(args, at, unitNames) : 'second')

/** Seconds east of UTC. */
function offsetOf(args: readonly Value[], at: number, environment: FunctionEnvironment): number {
  const value = args[at]
  if (value === undefined) return 0
  if (typeof value === 'bigint')
    return value > -1_000_000n && value < 1_000_000n ? Number(value) : rejectArgument(at, zone.en, value)
  const written = isText(value) && typeof value !== 'string' ? fromUtf8(value) : value
  if (written === 'local') return localOffset(fromClock(environment.now(), 'second'))
  return (typeof written === 'string' ? offsetSeconds(written) : undefined) ?? rejectArgument(at, zone.en, value)
}
