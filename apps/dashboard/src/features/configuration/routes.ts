import { IconFileSettings } from '@tabler/icons-react'
import { defineRoutes, familyPages } from '../../ui/index.ts'
import { configurationFamily } from './families.ts'

export const configurationRoutes = defineRoutes({
  pages: familyPages(
    configurationFamily,
    { group: 'settings', order: 80, icon: IconFileSettings },
    {
      '/configuration': () => import('./current-page.tsx'),
      '/configuration/history': () => import('./history-page.tsx'),
      '/configuration/import': () => import('./import-page.tsx'),
    },
  ),
})
