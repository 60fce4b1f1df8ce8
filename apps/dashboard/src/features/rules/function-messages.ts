import { defineMessages } from '../../i18n/index.ts'

export const functionMessages = defineMessages({
  en: {
    title: 'SQL functions',
    about: 'Functions for rule SQL, each with an example and its result.',
    search: 'Search by name or purpose',
    count: (count: number) => (count === 1 ? '1 function' : `${count} functions`),
    none: 'No matching functions',
    noneHint: 'Search for another name or purpose.',
  },
  zh: {
    title: 'SQL 函数',
    about: '规则 SQL 中可用的函数，附示例及结果。',
    search: '按名称或用途搜索',
    count: (count) => `${count} 个函数`,
    none: '没有匹配的函数',
    noneHint: '请尝试其他名称或用途。',
  },
})
