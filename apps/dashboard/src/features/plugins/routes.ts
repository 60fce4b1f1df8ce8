import { defineRoutes } from '../../ui/index.ts'

export const pluginRoutes = defineRoutes({
  pages: [
    {
      path: '/plugins',
      title: { en: 'Plugins', zh: '插件' },
      load: () => import('./plugins-page.tsx'),
    },
    {
      path: '/plugins/install',
      administratorsOnly: true,
      title: { en: 'Install plugin', zh: '安装插件' },
      parent: '/plugins',
      load: () => import('./install-page.tsx'),
    },
    {
      // The name and the version: `my_plugin-1.0.0`.
      path: '/plugins/detail/$plugin',
      title: { en: 'Plugin', zh: '插件' },
      subject: ({ plugin }) => plugin,
      parent: '/plugins',
      load: () => import('./plugin-page.tsx'),
    },
  ],
})
