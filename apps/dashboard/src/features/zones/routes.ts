import { defineRoutes } from '../../ui/index.ts'

export const zoneRoutes = defineRoutes({
  // The zone of all listeners that name no other is edited as the general MQTT settings.
  redirects: { '/zones/detail/default': '/mqtt/general' },
  pages: [
    {
      path: '/zones',
      title: { en: 'Zones', zh: '区域' },
      load: () => import('./zones-page.tsx'),
    },
    {
      path: '/zones/create',
      administratorsOnly: true,
      title: { en: 'New zone', zh: '创建区域' },
      parent: '/zones',
      load: () => import('./create-zone-page.tsx'),
    },
    {
      path: '/zones/detail/$name',
      title: { en: 'Zone', zh: '区域' },
      subject: ({ name }) => name,
      parent: '/zones',
      load: () => import('./zone-page.tsx'),
    },
  ],
})
