import { defineMessages } from '../i18n/index.ts'

export const clusterMessages = defineMessages({
  en: {
    clusters: 'Clusters',
    cluster: 'Cluster',
    open: 'Open here',
  },
  zh: {
    clusters: '集群',
    cluster: '集群',
    open: '当前集群',
  },
})
