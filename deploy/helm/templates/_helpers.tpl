{{- define "millrace.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "millrace.selector" -}}
app.kubernetes.io/name: millrace
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "millrace.labels" -}}
{{ include "millrace.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "millrace.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "millrace.name" .) }}
{{- end }}

{{/* The Deployment of one role. Takes {root, role, values}. */}}
{{- define "millrace.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "millrace.name" .root }}-{{ .role }}
  labels:
    {{- include "millrace.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .values.replicas }}
  # An older version must not work on the schema of a newer one. This stops the old pods of one role only: at an upgrade,
  # scale both roles to 0 first, as docs/DEPLOY.md says.
  strategy: { type: Recreate }
  selector:
    matchLabels:
      {{- include "millrace.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "millrace.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      serviceAccountName: {{ include "millrace.serviceAccount" .root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # What is under way gets this long to end; what does not end is taken over by another pod.
      terminationGracePeriodSeconds: 60
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets: {{ toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: millrace
          image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          envFrom:
            - secretRef: { name: {{ .root.Values.existingSecret }} }
          env:
            - { name: ROLE, value: {{ .role }} }
            - { name: PUBLIC_URL, value: {{ .root.Values.publicUrl | trimSuffix "/" | quote }} }
            - { name: METRICS_PORT, value: {{ .root.Values.metrics.port | quote }} }
            {{- with .root.Values.trustedProxies }}
            - { name: TRUSTED_PROXIES, value: {{ join "," . | quote }} }
            {{- end }}
            {{- range $name, $value := .root.Values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          ports:
            {{- if eq .role "api" }}
            - { name: http, containerPort: 8000 }
            {{- end }}
            - { name: metrics, containerPort: {{ .root.Values.metrics.port }} }
          {{- if eq .role "api" }}
          # A start waits for the migrations of the process that makes them.
          startupProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 5, failureThreshold: 360 }
          livenessProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 10, timeoutSeconds: 3 }
          readinessProbe: { httpGet: { path: /readyz, port: http }, periodSeconds: 5, timeoutSeconds: 3 }
          {{- else }}
          startupProbe: { tcpSocket: { port: metrics }, periodSeconds: 5, failureThreshold: 360 }
          livenessProbe: { tcpSocket: { port: metrics }, periodSeconds: 10, timeoutSeconds: 3 }
          {{- end }}
          resources: {{ toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: temporary, mountPath: /tmp }
      # Nothing is kept in a pod: the data is in PostgreSQL, the master key in the Secret.
      volumes:
        - { name: data, emptyDir: {} }
        - { name: temporary, emptyDir: {} }
      {{- with .values.nodeSelector }}
      nodeSelector: {{ toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations: {{ toYaml . | nindent 8 }}
      {{- end }}
      affinity:
        {{- if .values.affinity }}
        {{- toYaml .values.affinity | nindent 8 }}
        {{- else }}
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    {{- include "millrace.selector" .root | nindent 20 }}
                    app.kubernetes.io/component: {{ .role }}
        {{- end }}
{{- end }}
