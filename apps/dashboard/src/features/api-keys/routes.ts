import { defineRoutes } from '../../ui/index.ts'

export const apiKeyRoutes = defineRoutes({
  pages: [
    {
      path: '/api-key',
      title: { en: 'API keys', zh: 'API 密钥' },
      keywords: ['secret', 'token', 'program', 'REST', '密钥', '程序'],
      load: () => import('./api-keys-page.tsx'),
    },
  ],
})
