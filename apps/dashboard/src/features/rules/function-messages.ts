import { defineMessages } from '../../i18n/index.ts'

export const functionMessages = defineMessages({
  en: {
    title: 'SQL functions',
    about: 'What rules can compute with, each with what it gives for an example.',
    search: 'Search by name or purpose',
    count: (count: number) => (count === 1 ? '1 function' : `${count} functions`),
    none: 'No function fits',
    noneHint: 'Try another word: what it works on, or what it gives.',
  },
  zh: {
    title: 'SQL 函数',
    about: '规则中可用的函数及其示例结果。',
    search: '按名称或用途搜索',
    count: (count) => `${count} 个函数`,
    none: '没有符合的函数',
    noneHint: '请尝试其他关键词，例如处理对象或结果。',
  },
})
