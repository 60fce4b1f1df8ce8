import { defineRoutes } from '../../ui/index.ts'

export const clientRoutes = defineRoutes({
  pages: [
    {
      path: '/clients',
      title: { en: 'Clients', zh: '客户端' },
      load: () => import('./list/clients-page.tsx'),
    },
    {
      path: '/clients/detail/$clientId',
      title: { en: 'Client', zh: '客户端' },
      subject: ({ clientId }) => clientId,
      parent: '/clients',
      load: () => import('./details/client-page.tsx'),
    },
  ],
})
