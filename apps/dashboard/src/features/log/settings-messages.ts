import { defineMessages } from '../../i18n/index.ts'

export const settingsMessages = defineMessages({
  en: {
    console: 'Console',
    files: 'Files',
    throttling: 'Throttling',
    audit: 'Audit log',
    liveLog: 'Live log',
  },
  zh: {
    console: '终端',
    files: '日志文件',
    throttling: '日志限流',
    audit: '审计日志',
    liveLog: '实时日志',
  },
})
