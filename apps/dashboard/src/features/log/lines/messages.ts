import { defineMessages } from '../../../i18n/index.ts'
import type { Level } from './levels.ts'

const en = {
  levels: {
    debug: 'Debug',
    info: 'Info',
    notice: 'Notice',
    warning: 'Warning',
    error: 'Error',
    critical: 'Critical',
    alert: 'Alert',
    emergency: 'Emergency',
  } satisfies Record<Level, string>,
  level: 'Level',
  allLevels: 'All levels',
  andAbove: (level: string) => `${level} and above`,
  searchHint: 'Text or /regular expression/',
  invalid: 'Invalid regular expression',
  slow: 'This regular expression could take too long. Use at most two unbounded repetitions, and do not nest them.',
  following: 'Following',
  paused: 'Paused',
  jump: 'Jump to the end',
  failed: (reason: string) => `Could not read the lines: ${reason}`,
}

/** Texts of the log viewer and the trace viewer. */
export const lineMessages = defineMessages({
  en,
  zh: {
    levels: {
      debug: '调试',
      info: '信息',
      notice: '通知',
      warning: '警告',
      error: '错误',
      critical: '严重',
      alert: '警报',
      emergency: '紧急',
    },
    level: '级别',
    allLevels: '全部级别',
    andAbove: (level) => `${level}及以上`,
    searchHint: '文本或 /正则表达式/',
    invalid: '正则表达式无效',
    slow: '该正则表达式可能耗时过长。最多使用两个无上限的重复，且不能嵌套。',
    following: '实时更新中',
    paused: '已暂停',
    jump: '跳到末尾',
    failed: (reason) => `无法读取日志：${reason}`,
  },
})
