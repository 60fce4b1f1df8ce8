import { defineMessages } from '../../i18n/index.ts'

export const hintMessages = defineMessages({
  en: {
    dismiss: 'Do not show again',
    features: {
      connectors:
        'Other connector types, such as databases and message queues, require EMQX Enterprise. This cluster runs the open-source edition.',
      roles: 'Roles, such as read-only viewers, require EMQX Enterprise. Every user of this cluster has full access.',
      openTelemetry: 'OpenTelemetry export requires EMQX Enterprise. This cluster runs the open-source edition.',
    },
  },
  zh: {
    dismiss: '不再显示此提示',
    features: {
      connectors: '数据库、消息队列等其他连接器类型属于 EMQX 企业版。当前集群运行的是开源版。',
      roles: '用户角色（例如只能查看的用户）属于 EMQX 企业版。在当前集群中，所有用户都拥有全部权限。',
      openTelemetry: 'OpenTelemetry 导出属于 EMQX 企业版。当前集群运行的是开源版。',
    },
  },
})
