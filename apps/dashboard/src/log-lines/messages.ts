import { defineMessages } from '../i18n/index.ts'
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
  search: 'Search',
  searchHint: 'Text or /expression/',
  invalid: 'This expression is not valid.',
  slow: 'This expression could take for ever: at most two repetitions without end, none inside of another.',
  following: 'Following',
  paused: 'Paused',
  jump: 'Jump to the end',
  failed: (reason: string) => `Cannot be read at the moment: ${reason}`,
  time: 'Time',
}

/** What everything that shows lines of a log says. */
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
    search: '搜索',
    searchHint: '文本或 /正则表达式/',
    invalid: '正则表达式无效。',
    slow: '此表达式可能耗时过长：最多两个无上限的重复，且不能嵌套。',
    following: '实时更新中',
    paused: '已暂停',
    jump: '跳到末尾',
    failed: (reason) => `暂时无法读取：${reason}`,
    time: '时间',
  },
})
