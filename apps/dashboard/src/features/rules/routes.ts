import { defineRoutes } from '../../ui/index.ts'

export const ruleRoutes = defineRoutes({
  pages: [
    {
      path: '/rule/rules',
      title: { en: 'Rules', zh: '规则' },
      keywords: [
        'sql',
        'rule engine',
        'integration',
        'events',
        'republish',
        '规则引擎',
        '数据集成',
        '事件',
        '消息重发布',
      ],
      load: () => import('./rules-page.tsx'),
    },
    {
      path: '/rule/rules/create',
      administratorsOnly: true,
      title: { en: 'New rule', zh: '创建规则' },
      keywords: ['sql', '规则引擎'],
      parent: '/rule/rules',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/rule/rules/$id',
      title: { en: 'Rule', zh: '规则' },
      subject: ({ id }) => id,
      parent: '/rule/rules',
      load: () => import('./rule-page.tsx'),
    },
    {
      path: '/rule/functions',
      title: { en: 'SQL functions', zh: 'SQL 函数' },
      keywords: ['sql', 'functions', 'documentation', 'help', 'jq', '函数', '文档', '帮助'],
      load: () => import('./functions-page.tsx'),
    },
  ],
  redirects: { '/rule': '/rule/rules' },
})
