import type { PageFamily } from '../../../ui/index.ts'

/** The list of sources and the general settings. */
export const authorizationFamily = {
  title: { en: 'Authorization', zh: '客户端授权' },
  tabs: [
    { path: '/authorization', title: { en: 'Sources', zh: '数据源' } },
    { path: '/authorization/settings', title: { en: 'Settings', zh: '设置' } },
  ],
} as const satisfies PageFamily
