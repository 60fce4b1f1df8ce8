import { defineMessages } from '../i18n/index.ts'

export const hintMessages = defineMessages({
  en: {
    dismiss: 'Do not show this note again',
    features: {
      connectors:
        'Other types than these, such as databases and message queues, are part of EMQX’s enterprise edition. This cluster runs the open-source edition.',
      roles:
        'Roles, such as viewers who change nothing, are part of EMQX’s enterprise edition. Here every user may do everything.',
      openTelemetry:
        'Export with OpenTelemetry is part of EMQX’s enterprise edition. This cluster runs the open-source edition.',
    },
  },
  zh: {
    dismiss: '不再显示此提示',
    features: {
      connectors: '数据库、消息队列等其他类型属于 EMQX 企业版。当前集群运行的是开源版。',
      roles: '用户角色（例如只能查看的用户）属于 EMQX 企业版。在当前集群中，所有用户都拥有全部权限。',
      openTelemetry: 'OpenTelemetry 导出属于 EMQX 企业版。当前集群运行的是开源版。',
    },
  },
})
