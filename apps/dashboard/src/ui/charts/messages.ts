import { defineMessages } from '../../i18n/index.ts'

export const timeChartMessages = defineMessages({
  en: {
    summary: (label: string, last: string, min: string, max: string) =>
      `${label}: last ${last}, lowest ${min}, highest ${max}`,
    noValues: (label: string) => `${label}: no data`,
    extremes: (min: string, max: string) => `min ${min} · max ${max}`,
    resetZoom: 'Reset zoom',
    noData: 'No data in this time range',
    collecting: (seconds: string) => `Collecting – first point in ${seconds} s`,
    collectingNow: 'Collecting …',
  },
  zh: {
    summary: (label, last, min, max) => `${label}：最新 ${last}，最小 ${min}，最大 ${max}`,
    noValues: (label) => `${label}：暂无数据`,
    extremes: (min, max) => `最小 ${min} · 最大 ${max}`,
    resetZoom: '重置缩放',
    noData: '该时间范围内没有数据',
    collecting: (seconds) => `正在采集，${seconds} 秒后显示第一个数据点`,
    collectingNow: '正在采集…',
  },
})
