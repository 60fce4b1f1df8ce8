import * as z from 'zod'
import {
  completed,
  duration,
  type Kind,
  mapOf,
  nested,
  setting,
  struct,
  structKind,
  type WireValue,
} from '../struct/index.ts'
import { lazily, toOpenApi } from '../to-open-api.ts'
import { isRecord } from '../unknown-values.ts'
import { auditHandler, consoleHandler, fileHandler } from './log-handlers.ts'

const throttling = struct('emqx.log_throttling', {
  time_window: setting(duration({ min: '1s', printed: true }), {
    default: '1m',
    label: { en: 'Throttling window', zh: '日志限流窗口' },
    help: {
      en: 'Entries that clients can trigger repeatedly are written once per window. The number of suppressed entries is written when the window ends. At least 1 s. The console and files at level debug are not throttled.',
      zh: '客户端可反复触发的日志在此时间内只记录一次，结束时记录次数，至少 1 秒。级别为 debug 时不限流。',
    },
  }),
})

const one = structKind(fileHandler)
const several = mapOf('$handler_name', one)

/** File handlers by name. A single handler without a name is called `default`. */
const fileHandlers: typeof several = {
  ...several,
  wire: { oneOf: [several.wire, one.wire] },
  // The map schema, after a single handler is converted to a map.
  schema: z
    .preprocess(named, several.schema)
    .meta(lazily('oneOf', () => [several, one].map(({ schema }) => toOpenApi(schema, 'input')))) as Kind<
    Readonly<Record<string, WireValue<typeof fileHandler>>>
  >['schema'],
}

function named(value: unknown): unknown {
  const isSingle = isRecord(value) && Object.values(value).some((inner) => !isRecord(inner))
  return isSingle ? { default: value } : value
}

/** Root `log`: log handlers. Sizes in plain units are bytes, times milliseconds. */
export const log = struct(
  'emqx.log',
  {
    console: nested(consoleHandler, {
      label: { en: 'Console', zh: '终端' },
      help: { en: 'Log entries on the standard output of the process.', zh: '输出到进程标准输出的日志。' },
    }),
    file: completed(
      fileHandlers,
      { level: 'warning' },
      {
        wire: { default: { level: 'warning' } },
        label: { en: 'Files', zh: '日志文件' },
        help: {
          en: 'Log entries in files, each with its own level and format.',
          zh: '写入文件的日志，每个文件可设置级别与格式。',
        },
      },
    ),
    throttling: nested(throttling, {
      label: { en: 'Throttling', zh: '日志限流' },
      help: { en: 'Prevents repeated entries from filling the log.', zh: '避免重复日志占满日志文件。' },
    }),
    audit: nested(auditHandler, {
      from: { level: 'info', enable: false },
      label: { en: 'Audit log', zh: '审计日志' },
      help: {
        en: 'Records who changed what through the dashboard and the API.',
        zh: '记录谁通过控制台或 API 做了哪些更改。',
      },
      advanced: true,
    }),
  },
  ({ file, audit }, refuse) => {
    const files = Object.entries(file).map(([name, { path }]) => [`file.${name}`, path])
    if (audit.enable) files.push(['audit', audit.path])
    for (const [index, [at, path]] of files.entries())
      if (files.slice(0, index).some(([, other]) => other === path))
        refuse(`${at}.path`, 'must differ from the paths of the other files')
  },
)
