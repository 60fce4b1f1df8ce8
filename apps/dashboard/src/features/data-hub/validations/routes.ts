import { defineRoutes } from '../../../ui/index.ts'

export const validationRoutes = defineRoutes({
  pages: [
    {
      path: '/schema-validation',
      title: { en: 'Schema validation', zh: 'Schema 验证' },
      tab: { en: 'Validation', zh: '验证' },
      needs: { get: '/schema_validations', partOf: 'enterprise' },
      load: () => import('./validations-page.tsx'),
    },
  ],
})
