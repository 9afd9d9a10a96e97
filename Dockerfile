# Build: docker build -t clockwise .
# Run:   docker run -p 8080:8080 -v "$PWD/conf/clockwise.yaml:/etc/clockwise/clockwise.yaml:ro" clockwise
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY pom.xml ./
COPY .mvn .mvn
COPY conf conf
COPY src src
RUN mvn -B -q -DskipTests -Djacoco.skip package

FROM eclipse-temurin:17-jre
RUN groupadd --gid 10001 clockwise \
 && useradd --no-create-home --uid 10001 --gid 10001 --home-dir /opt/clockwise --shell /usr/sbin/nologin clockwise
COPY --from=build /src/target/clockwise.jar /opt/clockwise/clockwise.jar
COPY --from=build /src/target/lib /opt/clockwise/lib
COPY --from=build /src/conf/jvm.options /opt/clockwise/jvm.options
COPY --from=build /src/conf/clockwise.yaml /etc/clockwise/clockwise.yaml
RUN install -d -o 10001 -g 10001 -m 0700 /etc/clockwise/var
WORKDIR /opt/clockwise
# The classes as this JRE has them in memory; it starts without them where they do not fit.
RUN java @/opt/clockwise/jvm.options -XX:ArchiveClassesAtExit=clockwise.jsa -jar /opt/clockwise/clockwise.jar rehearse
USER 10001:10001
EXPOSE 8080
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=60 -XX:SharedArchiveFile=/opt/clockwise/clockwise.jsa -Xlog:cds*=off"
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["java", "@/opt/clockwise/jvm.options", "-XX:TieredStopAtLevel=1", "-jar", "/opt/clockwise/clockwise.jar", "health"]
STOPSIGNAL SIGTERM
# The exec form makes the JVM process 1: it gets TERM itself and stops gracefully.
ENTRYPOINT ["java", "@/opt/clockwise/jvm.options", "-jar", "/opt/clockwise/clockwise.jar"]
CMD ["run", "--config", "/etc/clockwise/clockwise.yaml"]
