import { defineMessages } from '../../i18n/index.ts'

export const timeChartMessages = defineMessages({
  en: {
    summary: (label: string, last: string, min: string, max: string) =>
      `${label}: last ${last}, lowest ${min}, highest ${max}`,
    noValues: (label: string) => `${label}: no data`,
    extremes: (min: string, max: string) => `min ${min} · max ${max}`,
  },
  zh: {
    summary: (label, last, min, max) => `${label}：最新 ${last}，最小 ${min}，最大 ${max}`,
    noValues: (label) => `${label}：暂无数据`,
    extremes: (min, max) => `最小 ${min} · 最大 ${max}`,
  },
})
