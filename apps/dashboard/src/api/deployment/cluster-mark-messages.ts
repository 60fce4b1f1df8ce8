import { defineMessages } from '../../i18n/index.ts'

export const clusterMarkMessages = defineMessages({
  en: {
    cluster: (name: string) => `Cluster ${name}`,
    production: 'Production',
  },
  zh: {
    cluster: (name: string) => `集群 ${name}`,
    production: '生产环境',
  },
})
