import { defineMessages } from '../../i18n/index.ts'

export const helpMessages = defineMessages({
  en: {
    prometheus: 'Prometheus configuration',
    prometheusIntro: 'Save this as prometheus.yml, or add its jobs to your existing file.',
    targets: 'Broker',
    targetsHelp:
      'Host and port of the dashboard as seen from Prometheus. In mode “Each node separately”, list every node.',
    invalidTarget: 'Enter a host and a port, such as 10.0.0.1:18083',
    noTarget: 'Enter at least one target',
    mode: 'Mode',
    modeHelp: 'How the metrics of a cluster are reported.',
    modes: {
      node: 'Each node separately',
      all_nodes_aggregated: 'Sum of all nodes',
      all_nodes_unaggregated: 'All nodes, labeled by node',
    },
    paths: {
      stats: 'Nodes, clients, messages',
      auth: 'Authentication and banned clients',
      data_integration: 'Rules, actions, connectors',
    },
    https: 'HTTPS',
    basicAuth: 'API key',
    basicAuthHelp:
      'Adds basic authentication, for brokers that require it. Create an API key with the role Viewer and enter its key and secret in the file.',
    interval: 'Scrape interval',
    invalidInterval: 'Enter a whole number of seconds, at least 1',
    nodeExporters: 'Node exporters',
    nodeExportersHelp: 'Addresses of Prometheus node exporters for host metrics, usually on port 9100. Optional.',
    pushGateways: 'Pushgateway',
    pushGatewaysHelp: 'Address of the Pushgateway if the broker pushes its metrics, usually on port 9091. Optional.',
    fileName: 'prometheus.yml',
    grafana: 'Grafana dashboard',
    grafanaIntro:
      'Shows rates, connections, subscriptions, dropped messages, certificates, and host and process metrics, for one, several or all nodes. Requires Grafana 10 or later.',
    steps: [
      'Download the dashboard.',
      'In Grafana, select Dashboards, New, Import, and choose the file.',
      'Select the Prometheus data source that scrapes this broker.',
    ],
    grafanaPanels:
      'The file contains panels for the metrics that this broker exports now. Download it again after enabling additional metrics on the Prometheus tab.',
    downloadDashboard: 'Download dashboard',
    collector: 'OpenTelemetry Collector',
    collectorIntro:
      'Configuration of a collector that receives the exported data and prints it. Save it as config.yaml.',
  },
  zh: {
    prometheus: 'Prometheus 配置',
    prometheusIntro: '将其保存为 prometheus.yml，或将其中的任务加入现有配置。',
    targets: '服务端地址',
    targetsHelp: 'Prometheus 访问控制台所用的主机与端口。选择“每个节点单独抓取”模式时，请填写所有节点。',
    invalidTarget: '请输入主机与端口，例如 10.0.0.1:18083',
    noTarget: '请至少输入一个地址',
    mode: '模式',
    modeHelp: '集群指标的返回方式。',
    modes: {
      node: '每个节点单独抓取',
      all_nodes_aggregated: '所有节点合计',
      all_nodes_unaggregated: '所有节点，按节点标记',
    },
    paths: {
      stats: '节点、客户端、消息',
      auth: '认证与黑名单',
      data_integration: '规则、动作、连接器',
    },
    https: 'HTTPS',
    basicAuth: 'API 密钥',
    basicAuthHelp: '为要求认证的服务端添加 Basic 认证。请创建角色为“查看者”的 API 密钥，并将 Key 与 Secret 填入文件。',
    interval: '抓取间隔',
    invalidInterval: '请输入不小于 1 的整数秒数',
    nodeExporters: 'Node Exporter',
    nodeExportersHelp: '提供主机指标的 Prometheus Node Exporter 地址，通常为 9100 端口。可选。',
    pushGateways: 'Pushgateway',
    pushGatewaysHelp: '服务端推送指标时使用的 Pushgateway 地址，通常为 9091 端口。可选。',
    fileName: 'prometheus.yml',
    grafana: 'Grafana 仪表板',
    grafanaIntro:
      '包含速率、连接、订阅、丢弃消息、证书、主机与进程，可查看单个、多个或全部节点。需要 Grafana 10 及以上版本。',
    steps: [
      '下载仪表板文件。',
      '在 Grafana 中依次选择 Dashboards、New、Import，然后选择该文件。',
      '选择抓取该服务端的 Prometheus 数据源。',
    ],
    grafanaPanels: '文件仅包含该服务端当前导出的指标的面板。在 Prometheus 标签页中启用其他指标后，请重新下载。',
    downloadDashboard: '下载仪表板',
    collector: 'OpenTelemetry Collector',
    collectorIntro: '接收并打印导出数据的 Collector 配置，请保存为 config.yaml。',
  },
})
