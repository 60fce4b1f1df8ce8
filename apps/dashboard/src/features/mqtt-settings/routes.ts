import { IconAdjustmentsHorizontal, IconArrowsShuffle } from '@tabler/icons-react'
import { defineRoutes, familyPages } from '../../ui/index.ts'
import { advancedFamily, mqttFamily } from './families.ts'

export const mqttSettingsRoutes = defineRoutes({
  pages: [
    ...familyPages(
      mqttFamily,
      { group: 'settings', order: 20, icon: IconAdjustmentsHorizontal },
      {
        '/mqtt/general': () => import('./zone-pages.tsx').then(({ GeneralPage }) => ({ default: GeneralPage })),
        '/mqtt/session': () => import('./zone-pages.tsx').then(({ SessionPage }) => ({ default: SessionPage })),
        '/mqtt/session-persistence': () => import('./durable-sessions-page.tsx'),
        '/mqtt/retainer': () => import('./retainer-page.tsx'),
        '/mqtt/system-topic': () => import('./system-topics-page.tsx'),
        '/mqtt/force-shutdown': () =>
          import('./zone-pages.tsx').then(({ ForceShutdownPage }) => ({ default: ForceShutdownPage })),
      },
    ),
    ...familyPages(
      advancedFamily,
      { group: 'settings', order: 30, icon: IconArrowsShuffle },
      {
        '/topic-rewrite': () => import('./topic-rewrite-page.tsx'),
        '/auto-sub': () => import('./auto-subscribe-page.tsx'),
        '/delayed-pub-configuration': () => import('./delayed-page.tsx'),
      },
    ),
  ],
  redirects: { '/mqtt': '/mqtt/general' },
})
