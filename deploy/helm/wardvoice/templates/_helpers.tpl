{{- define "wardvoice.labels" -}}
app.kubernetes.io/name: wardvoice
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Takes a dict with root and role. */}}
{{- define "wardvoice.selector" -}}
app.kubernetes.io/name: wardvoice
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "wardvoice.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "wardvoice.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "wardvoice.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* The pod of a process. Takes a dict with root and role. */}}
{{- define "wardvoice.pod" -}}
{{- $values := .root.Values -}}
{{- $own := index $values .role -}}
metadata:
  labels:
    {{- include "wardvoice.selector" . | nindent 4 }}
  annotations:
    checksum/settings: {{ include (print .root.Template.BasePath "/settings.yaml") .root | sha256sum }}
    prometheus.io/scrape: 'true'
    prometheus.io/port: '9464'
spec:
  automountServiceAccountToken: false
  # The server stops by itself within 28 seconds.
  terminationGracePeriodSeconds: 40
  securityContext:
    {{- include "wardvoice.podSecurity" .root | nindent 4 }}
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  affinity:
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 100
          podAffinityTerm:
            topologyKey: kubernetes.io/hostname
            labelSelector:
              matchLabels:
                {{- include "wardvoice.selector" . | nindent 16 }}
  containers:
    - name: {{ .role }}
      image: {{ include "wardvoice.image" .root }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      securityContext:
        {{- include "wardvoice.containerSecurity" .root | nindent 8 }}
      env:
        - name: ROLES
          value: {{ .role }}
        {{- if and (eq .role "mllp") $values.mllp.tlsSecret }}
        - name: MLLP_TLS_CERT
          value: /certificates/tls.crt
        - name: MLLP_TLS_KEY
          value: /certificates/tls.key
        {{- if $values.mllp.hasSendersCa }}
        - name: MLLP_TLS_CA
          value: /certificates/ca.crt
        {{- end }}
        {{- end }}
      envFrom:
        - configMapRef:
            name: {{ .root.Release.Name }}-settings
        - secretRef:
            name: {{ $values.existingSecret }}
      # Until nobody is led here any more.
      lifecycle:
        preStop:
          exec: { command: [sleep, '5'] }
      ports:
        - name: figures
          containerPort: 9464
        {{- if eq .role "web" }}
        - name: web
          containerPort: 3000
        {{- end }}
        {{- if eq .role "mllp" }}
        - name: mllp
          containerPort: 2575
        {{- end }}
      # Each process tells how it is on a port of its own. One whose database is away is not ready, and need not be restarted.
      startupProbe:
        httpGet: { path: /healthz, port: figures }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: figures }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: figures }
        periodSeconds: 5
        timeoutSeconds: 4
        failureThreshold: 2
      resources:
        {{- toYaml $own.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- if and (eq .role "mllp") $values.mllp.tlsSecret }}
        - name: certificates
          mountPath: /certificates
          readOnly: true
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if ne .role "worker" }}
    - name: data
      emptyDir: {}
    {{- end }}
    {{- if and (eq .role "mllp") $values.mllp.tlsSecret }}
    # A renewed certificate is read within a minute.
    - name: certificates
      secret:
        secretName: {{ $values.mllp.tlsSecret }}
    {{- end }}
{{- end }}
