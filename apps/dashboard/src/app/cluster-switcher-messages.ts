import { defineMessages } from '../i18n/index.ts'

export const clusterMessages = defineMessages({
  en: {
    clusters: 'Clusters',
    cluster: 'Cluster',
    production: 'Production',
    open: 'Open here',
  },
  zh: {
    clusters: '集群',
    cluster: '集群',
    production: '生产环境',
    open: '当前集群',
  },
})
