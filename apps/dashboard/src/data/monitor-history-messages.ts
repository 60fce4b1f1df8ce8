import { defineMessages } from '../i18n/index.ts'

export const monitorHistoryMessages = defineMessages({
  en: {
    history: 'History',
    nothingYet: 'Nothing recorded in this range yet. The first values come within ten seconds.',
  },
  zh: {
    history: '历史趋势',
    nothingYet: '该时间范围内暂无记录，首批数据将在十秒内出现。',
  },
})
