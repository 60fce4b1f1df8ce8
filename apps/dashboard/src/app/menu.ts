import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconArchive,
  IconArrowsLeftRight,
  IconBan,
  IconBell,
  IconBinaryTree2,
  IconChartDots,
  IconDevices,
  IconFilterCog,
  IconGauge,
  IconHelpCircle,
  IconLockAccess,
  IconPlug,
  IconPlugConnected,
  IconPuzzle,
  IconRoute,
  IconSchema,
  IconTopologyRing2,
  IconUserShield,
  IconUsers,
  IconWorldBolt,
} from '@tabler/icons-react'
import type { Title } from '../ui/index.ts'

/** An entry of the menu. Its pages are tabs of each other. */
export interface MenuEntry {
  readonly title: Title
  readonly icon: Icon
  /** Paths of the routes in their order; the entry opens the first one. */
  readonly pages: readonly string[]
}

export interface MenuGroup {
  readonly id: string
  /** Groups without a title cannot be folded. */
  readonly title?: Title
  readonly entries: readonly MenuEntry[]
}

/** The navigation. The titles of the groups are those of the specification. */
export const menu: readonly MenuGroup[] = [
  {
    id: 'top',
    entries: [
      {
        title: { en: 'Cluster overview', zh: '集群概览' },
        icon: IconGauge,
        pages: ['/dashboard/overview', '/dashboard/nodes', '/dashboard/metrics'],
      },
    ],
  },
  {
    id: 'monitoring',
    title: { en: 'Monitoring', zh: '监控' },
    entries: [
      {
        title: { en: 'Alarms', zh: '告警' },
        icon: IconBell,
        pages: ['/alarm/current', '/alarm/history', '/alarm/settings'],
      },
      {
        title: { en: 'Clients', zh: '客户端' },
        icon: IconDevices,
        pages: ['/clients', '/session-health', '/slow-sub'],
      },
      {
        title: { en: 'Topics', zh: '主题' },
        icon: IconBinaryTree2,
        pages: [
          '/subscriptions/topics',
          '/subscriptions/subscription',
          '/retained',
          '/delayed',
          '/topic-metrics',
          '/topic-explorer',
        ],
      },
    ],
  },
  {
    id: 'integration',
    title: { en: 'Integration', zh: '集成' },
    entries: [
      {
        title: { en: 'Rules', zh: '规则' },
        icon: IconFilterCog,
        pages: ['/rule/rules', '/flow', '/webhook', '/rule/functions'],
      },
      {
        title: { en: 'Connectors', zh: '连接器' },
        icon: IconPlugConnected,
        pages: ['/connector', '/rule/actions', '/rule/source'],
      },
      {
        title: { en: 'Data hub', zh: '数据中枢' },
        icon: IconSchema,
        pages: ['/schema', '/schema/external', '/schema-validation', '/message-transformation', '/schema/decoders'],
      },
    ],
  },
  {
    id: 'access',
    title: { en: 'Access Control', zh: '访问控制' },
    entries: [
      { title: { en: 'Authentication', zh: '客户端认证' }, icon: IconUserShield, pages: ['/authentication'] },
      {
        title: { en: 'Authorization', zh: '客户端授权' },
        icon: IconLockAccess,
        pages: ['/authorization', '/authorization/settings', '/explain'],
      },
      {
        title: { en: 'Banned clients', zh: '黑名单' },
        icon: IconBan,
        pages: ['/banned-clients', '/flapping-detect'],
      },
    ],
  },
  {
    id: 'management',
    title: { en: 'Management', zh: '管理' },
    entries: [
      { title: { en: 'Gateways', zh: '网关' }, icon: IconArrowsLeftRight, pages: ['/gateway'] },
      { title: { en: 'Extensions', zh: '扩展' }, icon: IconPuzzle, pages: ['/exhook', '/plugins'] },
      { title: { en: 'Users', zh: '用户' }, icon: IconUsers, pages: ['/users', '/api-key', '/audit-log', '/security'] },
      { title: { en: 'Backup', zh: '备份' }, icon: IconArchive, pages: ['/backup', '/migrate'] },
    ],
  },
  {
    id: 'diagnose',
    title: { en: 'Diagnose', zh: '问题分析' },
    entries: [
      { title: { en: 'Log trace', zh: '日志追踪' }, icon: IconRoute, pages: ['/log-trace', '/log/follow'] },
      {
        title: { en: 'WebSocket client', zh: 'WebSocket 客户端' },
        icon: IconWorldBolt,
        pages: ['/websocket', '/publish'],
      },
    ],
  },
  {
    id: 'settings',
    title: { en: 'Settings', zh: '设置' },
    entries: [
      {
        title: { en: 'MQTT', zh: 'MQTT' },
        icon: IconAdjustmentsHorizontal,
        pages: [
          '/mqtt/general',
          '/mqtt/session',
          '/mqtt/session-persistence',
          '/mqtt/retainer',
          '/mqtt/system-topic',
          '/mqtt/force-shutdown',
          '/topic-rewrite',
          '/auto-sub',
          '/delayed-pub-configuration',
        ],
      },
      { title: { en: 'Listeners', zh: '监听器' }, icon: IconPlug, pages: ['/listener', '/zones', '/limiter'] },
      {
        title: { en: 'Cluster', zh: '集群' },
        icon: IconTopologyRing2,
        pages: ['/cluster', '/configuration', '/configuration/history', '/configuration/import', '/dashboard-settings'],
      },
      {
        title: { en: 'Monitoring integration', zh: '监控集成' },
        icon: IconChartDots,
        pages: [
          '/monitoring/integration',
          '/monitoring/integration/opentelemetry',
          '/log',
          '/telemetry',
          '/monitoring/integration/help',
        ],
      },
    ],
  },
  { id: 'help', entries: [{ title: { en: 'Help', zh: '帮助' }, icon: IconHelpCircle, pages: ['/help'] }] },
]
