// The Kubernetes manifests: valid objects whose names of each other fit, with settings that the service accepts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readSettings } from "@fullcast/server/settings";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Namespace } from "kubernetes-models/v1/Namespace";
import { Secret } from "kubernetes-models/v1/Secret";
import { Service } from "kubernetes-models/v1/Service";
import { parseAllDocuments } from "yaml";

const FILE = join(import.meta.dirname, "../../docs/operations/deployment/kubernetes.yaml");
const MODELS = { Deployment, Ingress, PodDisruptionBudget, ConfigMap, Namespace, Secret, Service };

interface Manifest {
  readonly kind: keyof typeof MODELS;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: its schema is checked by the first test.
  readonly [part: string]: any;
}

const objects = parseAllDocuments(readFileSync(FILE, "utf8")).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS() as Manifest;
});
const of = (kind: Manifest["kind"]) => objects.filter((object) => object.kind === kind);
const deployments = of("Deployment");
const containerOf = (deployment: Manifest) => deployment.spec.template.spec.containers[0];
const values = (kind: Manifest["kind"], part: string): { [name: string]: string } => of(kind)[0]?.[part] ?? {};

// biome-ignore lint/suspicious/noExplicitAny: any object of Kubernetes.
const validate = (object: any) => new MODELS[object.kind as Manifest["kind"]](object).validate();

test("every object is valid for its schema of Kubernetes", () => {
  assert.equal(objects.length, 9);
  for (const object of objects) {
    validate(object);
    if (object.kind !== "Namespace") assert.equal(object.metadata.namespace, "fullcast", object.metadata.name);
  }
});

test("the schemas find faults", () => {
  const [deployment] = deployments;
  const { selector, ...rest } = deployment?.spec ?? assert.fail();
  assert.ok(selector);
  assert.throws(() => validate({ ...deployment, spec: rest }));
  assert.throws(() => validate({ ...deployment, spec: { ...deployment?.spec, replicas: "two" } }));
});

test("selectors, ports, volumes and sources of settings lead to objects that are there", () => {
  for (const deployment of deployments) {
    const { metadata, spec } = deployment.spec.template;
    assert.deepEqual(deployment.spec.selector.matchLabels, metadata.labels);
    const container = containerOf(deployment);
    const ports = container.ports.map((port: { name: string }) => port.name);
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      assert.ok(ports.includes(container[probe].httpGet.port), probe);
    }
    const volumes = spec.volumes.map((volume: { name: string }) => volume.name);
    assert.deepEqual(
      container.volumeMounts.map((mount: { name: string }) => mount.name),
      volumes,
    );
    for (const { configMapRef, secretRef } of container.envFrom) {
      const [kind, name] = configMapRef === undefined ? ["Secret", secretRef.name] : ["ConfigMap", configMapRef.name];
      assert.ok(objects.some((object) => object.kind === kind && object.metadata.name === name));
    }
  }
  const labels = deployments.map((deployment) => deployment.spec.selector.matchLabels);
  const [service] = of("Service");
  assert.deepEqual(service?.spec.selector, labels[0]);
  assert.deepEqual(
    of("PodDisruptionBudget").map((budget) => budget.spec.selector.matchLabels),
    labels,
  );
  const { backend } = of("Ingress")[0]?.spec.rules[0].http.paths[0] ?? assert.fail();
  assert.equal(backend.service.name, service?.metadata.name);
  assert.equal(backend.service.port.name, service?.spec.ports[0].name);
});

test("the service accepts the settings of both Deployments; the probes have its paths and its port", () => {
  const shared = { ...values("ConfigMap", "data"), ...values("Secret", "stringData") };
  const roles = deployments.map((deployment) => {
    const container = containerOf(deployment);
    const own = container.env.map(({ name, value }: { name: string; value: string }) => [name, value]);
    const settings = readSettings({ ...shared, ...Object.fromEntries(own) }, "/");
    assert.deepEqual(
      container.ports.map((port: { containerPort: number }) => port.containerPort),
      [settings.port, settings.metrics?.port],
    );
    assert.equal(container.readinessProbe.httpGet.path, "/v1/ready");
    assert.equal(container.livenessProbe.httpGet.path, "/v1/health");
    const mounts = container.volumeMounts.map((mount: { mountPath: string }) => mount.mountPath);
    for (const folder of [settings.dataDir, settings.scratchDir]) assert.ok(mounts.includes(folder));
    assert.notEqual(settings.s3, null);
    assert.notEqual(settings.databaseUrl, null);
    return settings.roles;
  });
  assert.deepEqual(roles, [["api"], ["worker"]]);
});
